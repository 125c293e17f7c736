import type { EntityType } from "@weft/client";
import { type EntityProperty, seenProperty } from "../../entity-property.ts";
import { type GridColumn, isAtOrBelow, isNumeric } from "../grid-column.ts";

type Criteria = Readonly<Record<string, unknown>>;

/** How rows are grouped: by the values of a column, or by steps of them. */
export interface Grouping {
  /** As in the address, and as the service names it: season, price:50, createdOn:month. */
  readonly name: string;
  readonly column: GridColumn;
  /** The width of number bands, or a part of a date. */
  readonly step: string | undefined;
}

/** A value of the field, or the lower end of a band. null for rows without a value. */
export interface GroupValue {
  readonly value: string | number | boolean | null;
  /** The upper end of a band, which belongs to the next one. */
  readonly to?: number | undefined;
}

type GroupForm = "one" | "several" | "boolean" | "type" | "number" | "date" | "time";

export const dateSteps = ["year", "quarter", "month", "day"] as const;

/** The grouping of an address; undefined for a list without groups. */
export function groupingOf(group: string | undefined, columns: readonly GridColumn[]): Grouping | undefined {
  if (group === undefined || group === "") return undefined;
  // Slugs have no colon.
  const [field = "", step] = group.split(":");
  const column = columns.find((one) => one.field === field) ?? undefinedColumn(field);
  return { name: group, column, step };
}

function undefinedColumn(field: string): GridColumn {
  const property = seenProperty(field, "");
  const { label, propertyType } = property;
  return { field, label, property, source: "seen", isSearchable: false, comparedAs: propertyType };
}

const forms: Partial<Record<GridColumn["comparedAs"], GroupForm>> = {
  choice: "one",
  object_reference: "one",
  multi_select: "several",
  object_ref_list: "several",
  user_list: "several",
  boolean: "boolean",
  date: "date",
  datetime: "time",
};

function formOf(column: GridColumn): GroupForm | undefined {
  if (column.field === "typePath") return "type";
  return isNumeric(column) ? "number" : forms[column.comparedAs];
}

/** Whether rows can be grouped by a column: every row would be alone in a group of a name or a key. */
export function isGroupable(column: GridColumn, types: readonly EntityType[], typePath: string): boolean {
  const { field, source, property, comparedAs } = column;
  if (property.isDisabled) return false;
  if (isNumeric(column)) return source === "seen" || hasOneCurrency(types, typePath, field);
  if (comparedAs === "string") return source !== "system" && !isKey(property);
  return formOf(column) !== undefined;
}

function isKey({ isUnique, isBuiltIn, propertyType }: EntityProperty): boolean {
  return isUnique || isBuiltIn || propertyType === "sequence" || propertyType === "url";
}

/** Amounts of different currencies are neither added nor compared. */
export function hasOneCurrency(types: readonly EntityType[], typePath: string, field: string): boolean {
  const currencies = types
    .filter((type) => isAtOrBelow(type.typePath, typePath))
    .flatMap((type) => [...type.inheritedProperties, ...type.properties])
    .flatMap((property) => (property.slug === field ? [String(Object.entries(property).find(isCurrency)?.[1])] : []));
  return new Set(currencies).size <= 1;
}

function isCurrency([name]: [string, unknown]): boolean {
  return name === "currency";
}

export function isStepped({ column }: Grouping): "bands" | "dates" | undefined {
  const form = formOf(column);
  if (form === "number") return "bands";
  return form === "date" || form === "time" ? "dates" : undefined;
}

/** Whether only options have values of the column. Their styles are then neither counted nor grouped. */
export function isOfOptions({ column }: Grouping): boolean {
  return column.source === "described" && column.property.level === "option";
}

/** What the rows of a group have in common; others are the values of the other groups. */
export function testOfGroup(
  { column }: Grouping,
  { value, to }: GroupValue,
  others: readonly GroupValue["value"][],
): readonly Criteria[] {
  const { field } = column;
  const form = formOf(column);
  if (form === "type") return [{ typePath: value }, ...withoutTypesBelow(String(value), others)];
  if (value === null) return withoutValue(field, form, others);
  if (to !== undefined) return [{ [field]: { gte: value, lt: to } }];
  if (form === "date" || form === "time") {
    const { from, before } = periodOf(String(value), form === "time");
    return [{ [field]: { gte: from, lt: before } }];
  }
  return [{ [field]: { in: [value] } }];
}

/** A type matches those below it as well, which have their own groups. */
function withoutTypesBelow(typePath: string, others: readonly GroupValue["value"][]): readonly Criteria[] {
  const below = others.filter((other) => String(other).startsWith(`${typePath}:`));
  return below.length === 0 ? [] : [{ typePath: { nin: below } }];
}

/** An empty list is a value, but is in no group of one. */
function withoutValue(field: string, form: GroupForm | undefined, others: readonly GroupValue["value"][]) {
  const values = others.filter((value) => value !== null);
  if (form !== "several") return [{ [field]: null }];
  return values.length === 0 ? [] : [{ [field]: { nin: values } }];
}

/** The first day of a period, and of the next: 2026, 2026-Q1, 2026-03 or 2026-03-15. */
function periodOf(period: string, isTime: boolean) {
  const [, year = "", quarter, month, day] = /^(\d{4})(?:-Q(\d)|-(\d\d)(?:-(\d\d))?)?$/.exec(period) ?? [];
  const first = quarter === undefined ? Number(month ?? 1) - 1 : (Number(quarter) - 1) * 3;
  const months = quarter === undefined ? (month === undefined ? 12 : 1) : 3;
  const text = (...parts: [number, number, number]) => {
    const time = new Date(Date.UTC(...parts)).toISOString();
    return isTime ? time : time.slice(0, 10);
  };
  const from = text(Number(year), first, Number(day ?? 1));
  const before = day === undefined ? text(Number(year), first + months, 1) : text(Number(year), first, Number(day) + 1);
  return { from, before };
}

/** Criteria with further ones, all of which must match. The type stays where the service looks for it. */
export function withTests(criteria: Criteria | undefined, tests: readonly Criteria[]): Criteria | undefined {
  if (tests.length === 0) return criteria;
  const and: unknown = criteria?.["and"];
  return { ...criteria, and: [...(Array.isArray(and) ? and : []), ...tests] };
}
