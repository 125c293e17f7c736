import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { useSession } from "../../session/session.ts";
import type { EntityKind } from "../entity-kind.ts";
import { criteriaOf } from "./criteria-of.ts";
import { type FilterEntry, filtersOf } from "./filter.ts";
import type { GridListing } from "./grid-calls.ts";
import { completenessField, type GridColumn } from "./grid-column.ts";
import { type GridSearch, ordersOf } from "./grid-search.ts";
import type { RowsShape } from "./read-rows.ts";

const route = getRouteApi("/shell/entities/$kind");

/** The address parameters, and how to change them. */
export function useGridSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (next: Partial<GridSearch>) =>
      void navigate({ search: (before: GridSearch) => ({ ...before, ...next }), replace: true, resetScroll: false }),
    [navigate],
  );
  return { search, change };
}

/** Which rows the list has; the same object as long as it does not change. */
export function useRowsShape(
  kind: EntityKind,
  search: GridSearch,
  /** Those in the order of the view, if there are any. */
  shown: readonly string[] = noColumns,
): RowsShape {
  const { layout = "table", filters, columns } = search;
  const isFolded = layout !== "table";
  const isNested = isNestedList(kind, search) || (kind.name === "item" && layout === "gallery");
  const hasCompleteness = (columns ?? shown).includes(completenessField) || isFilteredBy(filters, completenessField);
  return useMemo(() => ({ isNested, isFolded, hasCompleteness }), [isNested, isFolded, hasCompleteness]);
}

const noColumns: readonly string[] = [];

/** Whether options are below their style. */
export function isNestedList(kind: EntityKind, { flat, layout = "table" }: GridSearch): boolean {
  return kind.name === "item" && layout === "table" && flat !== true;
}

export function isFilteredBy(filters: readonly FilterEntry[] | undefined, field: string): boolean {
  return (filters ?? []).flatMap(filtersOf).some(([name]) => name === field);
}

interface ListingInput {
  readonly kind: EntityKind;
  readonly search: GridSearch;
  readonly columns: readonly GridColumn[];
  /** The criteria of a view that filters cannot express. */
  readonly fixed: Readonly<Record<string, unknown>> | undefined;
}

/** The request of the list from the address; the same object as long as it does not change. */
export function useListing({ kind, search, columns, fixed }: ListingInput) {
  const { type, q, filters, match, order } = search;
  const userId = useSession().who.actor.id;
  // The address is parsed again whenever any part of it changes, also parts that the list does not depend on.
  const said = JSON.stringify([type, q, filters, match, order]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: The whole address is in said.
  return useMemo((): GridListing => {
    const orders = ordersOf(order);
    const criteria = criteriaOf({
      filters: filters ?? [],
      isAny: match === "any",
      columns,
      rootType: kind.name,
      typePath: type ?? kind.name,
      context: { userId, nowMs: Date.now() },
    });
    return {
      criteria: fixed === undefined ? criteria : { and: [{ ...criteria }, fixed] },
      order:
        orders.length === 0
          ? undefined
          : orders.map(({ field, isDescending }) => ({ orderField: field, order: isDescending ? "desc" : "asc" })),
      q,
    };
  }, [kind, said, columns, fixed, userId]);
}
