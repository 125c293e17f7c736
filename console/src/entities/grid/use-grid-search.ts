import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import type { EntityKind } from "../entity-kind.ts";
import { criteriaOf } from "./criteria-of.ts";
import type { GridListing } from "./grid-calls.ts";
import type { GridColumn } from "./grid-column.ts";
import { type GridSearch, orderOf } from "./grid-search.ts";

const route = getRouteApi("/shell/entities/$kind");

/** What the address says, and how to change it. */
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

/** What the list is asked for by the address; the same one as long as it says the same. */
export function useListing(kind: EntityKind, search: GridSearch, columns: readonly GridColumn[]) {
  const { type, q, filters, order } = search;
  // The address is read anew whenever anything of it changes, also what the list does not depend on.
  const said = JSON.stringify([type, q, filters, order]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: All that the address says is in said.
  return useMemo((): GridListing => {
    const ordered = orderOf(order);
    return {
      criteria: criteriaOf({ filters: filters ?? [], columns, rootType: kind.name, typePath: type ?? kind.name }),
      order: ordered && { orderField: ordered.field, order: ordered.isDescending ? "desc" : "asc" },
      q,
    };
  }, [kind, said, columns]);
}
