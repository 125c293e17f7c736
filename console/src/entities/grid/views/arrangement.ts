import type { SavedView, ViewColumn } from "@weft/client";
import { isSameJson } from "../../same-json.ts";
import { filtersOf } from "../filter.ts";
import type { GridColumn } from "../grid-column.ts";
import { type GridSearch, ordersOf, readFilters, writeOrders } from "../grid-search.ts";
import type { ArrangedSearch, ViewState } from "../view-state.ts";
import { filtersOfCriteria } from "./filters-of-criteria.ts";

type Criteria = Readonly<Record<string, unknown>>;
type Content = Pick<
  SavedView,
  "layout" | "columns" | "criteria" | "filters" | "q" | "order" | "group" | "boardProperty" | "problems"
>;

/** What a saved view shows: what the address can say, the columns, and criteria that filters cannot express. */
export interface Arrangement {
  readonly search: ArrangedSearch;
  readonly state: ViewState;
  readonly criteria: Criteria | undefined;
}

/** A saved view without the parts that no longer work. */
export function arrangementOf(view: Content): Arrangement {
  const broken = brokenParts(view);
  const columns = view.columns.filter((_, place) => !broken.columns.has(place));
  const order = view.order.filter((_, place) => !broken.orders.has(place));
  const { filters, isAny, rest } = filtersOfView(view, broken.names);
  const group = view.layout === "board" ? view.boardProperty : view.group;
  const isGrouped = group !== null && !broken.parts.has(view.layout === "board" ? "boardProperty" : "group");
  const search = {
    layout: view.layout === "table" ? undefined : view.layout,
    q: view.q ?? undefined,
    filters: filters.length === 0 ? undefined : filters,
    match: isAny ? ("any" as const) : undefined,
    order: writeOrders(order.map((one) => ({ field: one.orderField, isDescending: one.order === "desc" }))),
    group: isGrouped ? group : undefined,
  };
  return { search, state: columnState(columns), criteria: rest };
}

function columnState(columns: readonly ViewColumn[]): ViewState {
  return {
    columns: columns.length === 0 ? undefined : columns.map(({ field }) => field).filter((field) => field !== "name"),
    widths: Object.fromEntries(columns.flatMap(({ field, width }) => (width === undefined ? [] : [[field, width]]))),
    pinned: columns.flatMap(({ field, pinned }) => (pinned === true && field !== "name" ? [field] : [])),
    search: undefined,
  };
}

/** The parts that problems point to: "#/columns/1/field", "#/criteria/and/0/price". */
function brokenParts({ problems }: Content) {
  const places = problems.map(({ pointer }) => pointer.replace(/^#\//, "").split("/"));
  const numbersIn = (part: string) =>
    new Set(places.flatMap(([first, place]) => (first === part && place !== undefined ? [Number(place)] : [])));
  return {
    columns: numbersIn("columns"),
    orders: numbersIn("order"),
    parts: new Set(places.map(([first]) => first)),
    names: new Set(places.flatMap(([first, ...others]) => (first === "criteria" ? others : []))),
  };
}

/** The first entry of stored filters of which one must match. */
const anyMark = "any";

function filtersOfView({ filters, criteria }: Content, brokenNames: ReadonlySet<string>) {
  if (filters !== null) {
    const entries = readFilters(filters) ?? [];
    return {
      filters: entries.filter((entry) => !filtersOf(entry).some(([field]) => brokenNames.has(field))),
      isAny: filters[0] === anyMark,
      rest: undefined,
    };
  }
  const kept = Object.fromEntries(Object.entries(criteria).filter(([name]) => !brokenNames.has(name)));
  const found = filtersOfCriteria(kept);
  return found === undefined
    ? { filters: [], isAny: false, rest: kept }
    : { filters: found, isAny: false, rest: undefined };
}

interface Shown {
  readonly search: GridSearch;
  /** The visible columns, the name first. */
  readonly columns: readonly GridColumn[];
  readonly state: ViewState;
  /** Without the type. */
  readonly criteria: Criteria | undefined;
  /** Whether the filters alone make the criteria. */
  readonly isFiltersOnly: boolean;
}

/** What is saved of the list that is shown. */
export function contentOf({ search, columns, state, criteria, isFiltersOnly }: Shown) {
  const { layout = "table", q = null, filters = [], match, order, group = null } = search;
  const isBoard = layout === "board";
  return {
    layout,
    columns: columns.map(({ field }) => ({
      field,
      ...(state.widths[field] === undefined ? {} : { width: state.widths[field] }),
      ...(state.pinned.includes(field) ? { pinned: true } : {}),
    })),
    criteria: { ...criteria },
    filters: isFiltersOnly ? [...(match === "any" ? [anyMark] : []), ...filters] : null,
    q,
    order: ordersOf(order).map(({ field, isDescending }) => ({
      orderField: field,
      order: isDescending ? ("desc" as const) : ("asc" as const),
    })),
    group: isBoard ? null : group,
    boardProperty: isBoard ? group : null,
  };
}

/** The parts of the address that a view can hold. */
export const arrangedNames = ["layout", "q", "filters", "match", "order", "group"] as const;

export function arrangedOf(search: GridSearch): ArrangedSearch {
  return Object.fromEntries(arrangedNames.map((name) => [name, search[name]]));
}

/** Whether what is shown is what the view holds. */
export function isSameArrangement(
  shown: { readonly search: GridSearch; readonly state: ViewState },
  view: Arrangement,
) {
  const { search, state } = shown;
  return (
    isSameJson(normal(arrangedOf(search)), normal(view.search)) &&
    isSameJson(search.columns ?? state.columns ?? null, view.state.columns ?? null) &&
    isSameJson(state.widths, view.state.widths) &&
    isSameJson(state.pinned.toSorted(), view.state.pinned.toSorted())
  );
}

function normal({ layout, ...search }: ArrangedSearch) {
  const given = Object.entries({ ...search, layout: layout === "table" ? undefined : layout });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
