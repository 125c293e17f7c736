import { readText, readTexts } from "../../ui/read-search.ts";
import { type Filter, operatorNames } from "./filter.ts";

/** The state of the grid in the address: a link shows another user the same list. */
export interface GridSearch {
  /** The subtype: item:product:apparel. */
  readonly type?: string | undefined;
  readonly q?: string | undefined;
  readonly filters?: readonly Filter[] | undefined;
  /** The sort field; a leading minus sorts descending. */
  readonly order?: string | undefined;
  /** The columns in order. Default: the ones remembered in this browser, else a selection by type. */
  readonly columns?: readonly string[] | undefined;
}

export interface Order {
  readonly field: string;
  readonly isDescending: boolean;
}

export function readGridSearch(search: Readonly<Record<string, unknown>>): GridSearch {
  return {
    type: readText(search["type"]),
    q: readText(search["q"]),
    filters: readFilters(search["filters"]),
    order: readText(search["order"]),
    columns: readTexts(search["columns"]),
  };
}

export function orderOf(order: string | undefined): Order | undefined {
  if (order === undefined) return undefined;
  return order.startsWith("-") ? { field: order.slice(1), isDescending: true } : { field: order, isDescending: false };
}

/** A click on a heading: ascending, then descending, then unsorted. */
export function nextOrder(order: string | undefined, field: string): string | undefined {
  const now = orderOf(order);
  if (now?.field !== field) return field;
  return now.isDescending ? undefined : `-${field}`;
}

function readFilters(value: unknown): readonly Filter[] | undefined {
  const filters = Array.isArray(value) ? value.map(readFilter).filter((filter) => filter !== undefined) : [];
  return filters.length === 0 ? undefined : filters;
}

/** As in an address: ["price", "gt", "10"]. */
function readFilter(value: unknown): Filter | undefined {
  if (!Array.isArray(value)) return undefined;
  const [field, operator, ...values] = value.map(readText);
  const known = operatorNames.find((name) => name === operator);
  const isWhole = field !== undefined && known !== undefined && values.every((one) => one !== undefined);
  return isWhole ? [field, known, ...values.filter((one) => one !== undefined)] : undefined;
}
