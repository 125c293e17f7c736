import type { PropertyType } from "../property-kinds.ts";
import { type GridColumn, isCompleteness } from "./grid-column.ts";

export const operatorNames = [
  "contains",
  "is",
  "isNot",
  "startsWith",
  "gt",
  "gte",
  "lt",
  "lte",
  "between",
  "last",
  "next",
  "in",
  "nin",
  "all",
  "empty",
  "filled",
  "incomplete",
  "complete",
] as const;

export type OperatorName = (typeof operatorNames)[number];

/** One condition, as in the address: ["price", "between", "10", "20"]. */
export type Filter = readonly [field: string, operator: OperatorName, ...values: string[]];

/** Filters of which one must match, or all if one of the entries must. */
export type FilterGroup = readonly Filter[];

/** A filter or a group of them, as in the address. */
export type FilterEntry = Filter | FilterGroup;

/** The filters of an entry. */
export function filtersOf(entry: FilterEntry): FilterGroup {
  return isGroup(entry) ? entry : [entry];
}

/** An entry of these filters; undefined for none. */
export function entryOf(filters: FilterGroup): FilterEntry | undefined {
  return filters.length > 1 ? filters : filters[0];
}

function isGroup(entry: FilterEntry): entry is FilterGroup {
  return typeof entry[0] !== "string";
}

/** The value of a user column that stands for the signed-in user. */
export const me = "me";

/** How the values of a column are compared. */
export type ComparedAs = "text" | "number" | "boolean" | "date" | "time" | "one" | "several" | "json" | "any";

interface Operator {
  readonly name: OperatorName;
  readonly label: string;
}

const comparedAs: Partial<Record<PropertyType, ComparedAs>> = {
  number: "number",
  currency: "number",
  percent: "number",
  rating: "number",
  boolean: "boolean",
  date: "date",
  datetime: "time",
  choice: "one",
  object_reference: "one",
  multi_select: "several",
  object_ref_list: "several",
  user_list: "several",
  image_list: "several",
  json: "json",
  size_range: "json",
};

export function comparedAsOf(column: GridColumn): ComparedAs {
  return column.source === "seen" ? "any" : (comparedAs[column.comparedAs] ?? "text");
}

const presence: readonly Operator[] = [
  { name: "empty", label: "is empty" },
  { name: "filled", label: "is not empty" },
];

const ofCompleteness: readonly Operator[] = [
  { name: "incomplete", label: "is incomplete" },
  { name: "complete", label: "is 100%" },
  { name: "lt", label: "is below" },
  { name: "gte", label: "is at least" },
];

const operators: Readonly<Record<ComparedAs, readonly Operator[]>> = {
  text: [
    { name: "contains", label: "contains" },
    { name: "is", label: "is" },
    { name: "isNot", label: "is not" },
    { name: "startsWith", label: "begins with" },
    ...presence,
  ],
  number: [
    { name: "is", label: "=" },
    { name: "isNot", label: "≠" },
    { name: "gt", label: ">" },
    { name: "gte", label: "≥" },
    { name: "lt", label: "<" },
    { name: "lte", label: "≤" },
    { name: "between", label: "is between" },
    ...presence,
  ],
  boolean: [{ name: "is", label: "is" }, ...presence],
  date: [
    { name: "is", label: "is" },
    { name: "gte", label: "is at least" },
    { name: "lte", label: "is at most" },
    { name: "gt", label: "is after" },
    { name: "lt", label: "is before" },
    { name: "between", label: "is between" },
    { name: "last", label: "is within the last days" },
    { name: "next", label: "is within the next days" },
    ...presence,
  ],
  time: [
    { name: "gte", label: "is on or after" },
    { name: "lte", label: "is on or before" },
    { name: "is", label: "is on" },
    { name: "between", label: "is between" },
    { name: "last", label: "is within the last days" },
    ...presence,
  ],
  one: [{ name: "in", label: "is any of" }, { name: "nin", label: "is none of" }, ...presence],
  several: [{ name: "in", label: "has any of" }, { name: "all", label: "has all of" }, ...presence],
  json: [{ name: "contains", label: "contains" }, ...presence],
  any: [
    { name: "is", label: "is" },
    { name: "contains", label: "contains" },
    { name: "gt", label: ">" },
    { name: "lt", label: "<" },
    { name: "between", label: "is between" },
    ...presence,
  ],
};

export function operatorsFor(column: GridColumn): readonly Operator[] {
  if (column.property.propertyType === "size_range") return presence;
  if (isCompleteness(column)) return ofCompleteness;
  return operators[comparedAsOf(column)];
}

export function labelOfOperator(column: GridColumn, name: OperatorName): string {
  return operatorsFor(column).find((operator) => operator.name === name)?.label ?? name;
}

/** How many values an operator takes; "some" for a list of any length. */
export function valuesOf(operator: OperatorName): 0 | 1 | 2 | "some" {
  switch (operator) {
    case "empty":
    case "filled":
    case "incomplete":
    case "complete":
      return 0;
    case "between":
      return 2;
    case "in":
    case "nin":
    case "all":
      return "some";
    case "contains":
    case "is":
    case "isNot":
    case "last":
    case "next":
    case "startsWith":
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return 1;
  }
}

/** Whether the filter is complete. */
export function isWholeFilter([, operator, ...values]: Filter): boolean {
  const needed = valuesOf(operator);
  const isFilled = values.every((value) => value.trim() !== "");
  if ((operator === "last" || operator === "next") && !/^\d{1,5}$/.test(values[0]?.trim() ?? "")) return false;
  return isFilled && (needed === "some" ? values.length > 0 : values.length === needed);
}
