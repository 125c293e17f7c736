import { type ComparedAs, comparedAsOf, type Filter } from "./filter.ts";
import type { GridColumn } from "./grid-column.ts";

type Criteria = Readonly<Record<string, unknown>>;

interface Asked {
  readonly filters: readonly Filter[];
  readonly columns: readonly GridColumn[];
  readonly rootType: string;
  readonly typePath: string;
}

/** The criteria of the list; undefined for everything. */
export function criteriaOf({ filters, columns, rootType, typePath }: Asked): Criteria | undefined {
  const layers: Record<string, Record<string, unknown>>[] = [{}];
  for (const filter of filters) {
    place(layers, filter[0], testOf(filter, columns));
  }
  const [first = {}, ...others] = layers;
  const criteria = {
    ...(typePath === rootType ? {} : { typePath }),
    ...first,
    ...nested(others),
  };
  return Object.keys(criteria).length === 0 ? undefined : criteria;
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

function testOf([field, operator, ...texts]: Filter, columns: readonly GridColumn[]): Record<string, unknown> {
  const column = columns.find((one) => one.field === field);
  const as: ComparedAs = column === undefined ? "any" : comparedAsOf(column);
  const values = texts.map((text) => operandOf(as, text));
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
    case "empty":
      return { exists: false };
    case "filled":
      return { exists: true };
    case "contains":
    case "startsWith":
      return { [operator]: texts[0] };
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return { [operator]: first };
  }
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
