import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useWeft } from "../../session/session.ts";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import { EntityRows, type ReadPage } from "./entity-rows.ts";
import type { GridListing } from "./grid-calls.ts";

/** The rows of a list. While another filter loads, the previous rows stay visible. */
export function useEntityRows(kind: EntityKind, listing: GridListing | undefined) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const queryKey = ["entities", kind.path, "grid", listing];
  return useQuery({
    queryKey,
    enabled: listing !== undefined,
    queryFn: async ({ signal }) => {
      const readPage: ReadPage = (nextPageKey, limit) =>
        weft.entities.list<AnyEntity>({
          entityName: kind.name,
          ...listing,
          limit,
          nextPageKey,
          ...(nextPageKey === undefined ? { includeTotal: true, signal } : {}),
        });
      const before = queryClient.getQueryData<EntityRows>(queryKey);
      const rows = await EntityRows.open(readPage, before?.state().rows.length);
      rows.scrollTop = before?.scrollTop ?? 0;
      return rows;
    },
    placeholderData: keepPreviousData,
    structuralSharing: false,
    // Edits are shown as they are made; refetching in the background would make the list jump.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
