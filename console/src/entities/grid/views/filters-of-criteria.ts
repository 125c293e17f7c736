import type { Filter, FilterEntry, OperatorName } from "../filter.ts";

/** Criteria as filters, where a filter says the same; undefined where one does not. */
export function filtersOfCriteria(criteria: Readonly<Record<string, unknown>>): readonly FilterEntry[] | undefined {
  const entries = Object.entries(criteria).map(([field, test]) => filtersOfField(field, test));
  return entries.some((entry) => entry === undefined) ? undefined : entries.flatMap((entry) => entry ?? []);
}

function filtersOfField(field: string, test: unknown): readonly Filter[] | undefined {
  if (field === "and" || field === "or") return undefined;
  if (test === null) return [[field, "empty"]];
  if (!isObject(test)) {
    const text = textOf(test);
    return text === undefined ? undefined : [[field, "is", text]];
  }
  const filters = Object.entries(test).map(([operator, operand]) => filterOf(field, operator, operand));
  return filters.some((filter) => filter === undefined)
    ? undefined
    : filters.flatMap((filter) => (filter ? [filter] : []));
}

/** Operators of the service with the same meaning. */
const operators: Readonly<Record<string, OperatorName>> = {
  ...{ eq: "is", ne: "isNot", gt: "gt", gte: "gte", lt: "lt", lte: "lte" },
  ...{ in: "in", nin: "nin", matches: "contains", startsWith: "startsWith" },
};

function filterOf(field: string, operator: string, operand: unknown): Filter | undefined {
  if (operator === "exists") return [field, operand === true ? "filled" : "empty"];
  const known = operators[operator];
  const texts = (Array.isArray(operand) ? operand : [operand]).map(textOf);
  const isList = known === "in" || known === "nin";
  if (known === undefined || texts.includes(undefined) || (Array.isArray(operand) && !isList)) return undefined;
  return [field, known, ...texts.filter((text) => text !== undefined)];
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
