import { readChoice, readText, readTexts } from "../../ui/read-search.ts";
import { entryOf, type Filter, type FilterEntry, operatorNames } from "./filter.ts";

/** The state of the grid in the address: a link shows another user the same list. */
export interface GridSearch {
  /** The subtype: item:product:apparel. */
  readonly type?: string | undefined;
  readonly q?: string | undefined;
  /** Filters, and groups of them. */
  readonly filters?: readonly FilterEntry[] | undefined;
  /** Whether one of the filters is enough, and all filters of a group must match. */
  readonly match?: "any" | undefined;
  /** The sort fields, separated by commas, the most significant first; a leading minus sorts descending. */
  readonly order?: string | undefined;
  /** The columns in order. Default: the ones remembered in this browser, else a selection by type. */
  readonly columns?: readonly string[] | undefined;
  /** The id of the row that is shown beside the grid. */
  readonly peek?: string | undefined;
  /** The id of a saved view. Default: the default view of the type. */
  readonly view?: string | undefined;
  /** Default: that of the view, else a table. */
  readonly layout?: Layout | undefined;
  /** The field by whose values rows are grouped; on a board, the choice that makes its columns. */
  readonly group?: string | undefined;
  /** Whether options are listed like other items, and not below their style. */
  readonly flat?: true | undefined;
}

export const layouts = ["table", "gallery", "board"] as const;
export type Layout = (typeof layouts)[number];

export interface Order {
  readonly field: string;
  readonly isDescending: boolean;
}

export function readGridSearch(search: Readonly<Record<string, unknown>>): GridSearch {
  return {
    type: readText(search["type"]),
    q: readText(search["q"]),
    filters: readFilters(search["filters"]),
    match: search["match"] === "any" ? "any" : undefined,
    order: readText(search["order"]),
    columns: readTexts(search["columns"]),
    peek: readText(search["peek"]),
    view: readText(search["view"]),
    layout: readChoice(search["layout"], layouts),
    group: readText(search["group"]),
    flat: search["flat"] === true ? true : undefined,
  };
}

/** The service sorts by at most so many fields. */
export const ordersMax = 3;

export function ordersOf(order: string | undefined): readonly Order[] {
  const parts = (order ?? "").split(",").filter((part) => part !== "");
  return parts
    .slice(0, ordersMax)
    .map((part) =>
      part.startsWith("-") ? { field: part.slice(1), isDescending: true } : { field: part, isDescending: false },
    );
}

export function writeOrders(orders: readonly Order[]): string | undefined {
  const parts = orders.map(({ field, isDescending }) => `${isDescending ? "-" : ""}${field}`);
  return parts.length === 0 ? undefined : parts.join(",");
}

/** A click on a heading: ascending, then descending, then unsorted. */
export function nextOrder(order: string | undefined, field: string): string | undefined {
  const [now, ...others] = ordersOf(order);
  if (now?.field !== field || others.length > 0) return field;
  return now.isDescending ? undefined : `-${field}`;
}

/** Filters as in an address, or as stored. */
export function readFilters(value: unknown): readonly FilterEntry[] | undefined {
  const entries = Array.isArray(value) ? value.map(readEntry).filter((entry) => entry !== undefined) : [];
  return entries.length === 0 ? undefined : entries;
}

function readEntry(value: unknown): FilterEntry | undefined {
  if (!Array.isArray(value) || !Array.isArray(value[0])) return readFilter(value);
  return entryOf(value.map(readFilter).filter((filter) => filter !== undefined));
}

/** As in an address: ["price", "gt", "10"]. */
function readFilter(value: unknown): Filter | undefined {
  if (!Array.isArray(value)) return undefined;
  const [field, operator, ...values] = value.map(readText);
  const known = operatorNames.find((name) => name === operator);
  const isWhole = field !== undefined && known !== undefined && values.every((one) => one !== undefined);
  return isWhole ? [field, known, ...values.filter((one) => one !== undefined)] : undefined;
}
