import { dayMs } from "../../ui/durations.ts";
import {
  type ComparedAs,
  comparedAsOf,
  type Filter,
  type FilterEntry,
  type FilterGroup,
  filtersOf,
  me,
} from "./filter.ts";
import type { GridColumn } from "./grid-column.ts";

type Criteria = Readonly<Record<string, unknown>>;

interface Asked {
  readonly filters: readonly FilterEntry[];
  /** Whether one entry is enough. */
  readonly isAny: boolean;
  readonly columns: readonly GridColumn[];
  readonly rootType: string;
  readonly typePath: string;
  readonly context: FilterContext;
}

/** What filters refer to. */
interface FilterContext {
  /** The id of the signed-in user. */
  readonly userId: string;
  readonly nowMs: number;
}

/** The criteria of the list; undefined for everything. */
export function criteriaOf({ filters, isAny, columns, rootType, typePath, context }: Asked): Criteria | undefined {
  const test = (filter: Filter) => testOf(filter, columns, context);
  const one = (filter: Filter) => ({ [filter[0]]: test(filter) });
  const groups = filters.map(filtersOf);
  const ofType = typePath === rootType ? {} : { typePath };
  const criteria =
    isAny && groups.length > 1
      ? { ...ofType, or: groups.map((group) => layered(group, test)) }
      : {
          ...ofType,
          ...layered(
            groups.flatMap((group) => (group.length === 1 ? group : [])),
            test,
          ),
          ...any(groups, one),
        };
  return Object.keys(criteria).length === 0 ? undefined : criteria;
}

/** The groups of which one filter must match. */
function any(groups: readonly FilterGroup[], one: (filter: Filter) => Criteria): Criteria {
  const alternatives = groups.filter((group) => group.length > 1).map((group) => ({ or: group.map(one) }));
  return alternatives.length === 0 ? {} : { and: alternatives };
}

/** All filters must match. */
function layered(filters: readonly Filter[], test: (filter: Filter) => Record<string, unknown>): Criteria {
  const layers: Record<string, Record<string, unknown>>[] = [{}];
  for (const filter of filters) {
    place(layers, filter[0], test(filter));
  }
  const [first = {}, ...others] = layers;
  return { ...first, ...nested(others) };
}

/** A field occurs once in an object, and an operator once per field: a second one goes into a nested layer. */
function place(layers: Record<string, Record<string, unknown>>[], field: string, test: Record<string, unknown>): void {
  const names = Object.keys(test);
  let layer = layers.find((one) => !names.some((name) => name in (one[field] ?? {})));
  if (layer === undefined) {
    layer = {};
    layers.push(layer);
  }
  layer[field] = { ...layer[field], ...test };
}

/** An "or" of one alternative is an "and". */
function nested([layer, ...deeper]: readonly Criteria[]): Criteria {
  return layer === undefined ? {} : { or: [{ ...layer, ...nested(deeper) }] };
}

function testOf(
  [field, operator, ...texts]: Filter,
  columns: readonly GridColumn[],
  { userId, nowMs }: FilterContext,
): Record<string, unknown> {
  const column = columns.find((one) => one.field === field);
  const as: ComparedAs = column === undefined ? "any" : comparedAsOf(column);
  const isUsers = column?.property.propertyType === "user_list";
  const values = texts.map((text) => (isUsers && text === me ? userId : operandOf(as, text)));
  const [first, second] = values;
  switch (operator) {
    case "is":
      return { in: as === "any" ? eitherWay(texts[0] ?? "") : [first] };
    case "isNot":
      return { ne: first };
    case "in":
      return { in: values };
    case "nin":
      return { nin: values };
    case "all":
      return { contains: values };
    case "between":
      return { gte: first, lte: second };
    case "last":
      return { gte: dayAt(as, nowMs - Number(texts[0]) * dayMs), ...(as === "date" ? { lte: dayAt(as, nowMs) } : {}) };
    case "next":
      return { gte: dayAt(as, nowMs), lte: dayAt(as, nowMs + Number(texts[0]) * dayMs) };
    case "empty":
      return { exists: false };
    case "filled":
      return { exists: true };
    case "incomplete":
      return { lt: 100 };
    case "complete":
      return { gte: 100 };
    case "contains":
      // Without regard to case and accents. Lists and JSON contain whole elements.
      return { [as === "text" ? "matches" : "contains"]: texts[0] };
    case "startsWith":
      return { startsWith: texts[0] };
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return { [operator]: first };
  }
}

/** A day as the service compares it: a date, or the time at which the day begins. */
function dayAt(as: ComparedAs, timeMs: number): string {
  const day = new Date(timeMs);
  if (as !== "date") return new Date(day.getFullYear(), day.getMonth(), day.getDate()).toISOString();
  const pad = (part: number) => String(part).padStart(2, "0");
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
}

/** Invalid values are sent unchanged: the service reports what it expects. */
function operandOf(as: ComparedAs, text: string): unknown {
  if (as === "boolean") return text === "true";
  return (as === "number" || as === "any") && isNumber(text) ? Number(text) : text;
}

/** For an undefined property it is unknown whether 12 is a number or a text. */
function eitherWay(text: string): unknown[] {
  if (isNumber(text)) return [text, Number(text)];
  return text === "true" || text === "false" ? [text, text === "true"] : [text];
}

function isNumber(text: string): boolean {
  return text.trim() !== "" && Number.isFinite(Number(text));
}
