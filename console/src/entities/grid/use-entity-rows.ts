import { keepPreviousData, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import type { EntityKind } from "../entity-kind.ts";
import { EntityRows } from "./entity-rows.ts";
import type { GridListing } from "./grid-calls.ts";
import { optionReader, pageReader, type RowsShape } from "./read-rows.ts";

/** The rows of a list. While another filter loads, the previous rows stay visible. */
export function useEntityRows(kind: EntityKind, listing: GridListing | undefined, shape: RowsShape) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const queryKey = queryKeys.entities.grid(kind.path, { listing, shape });
  return useQuery({
    queryKey,
    queryFn:
      listing === undefined
        ? skipToken
        : () => {
            const sections = [{ readPage: pageReader(weft, kind, listing, shape) }];
            const before = queryClient.getQueryData<EntityRows>(queryKey);
            return EntityRows.open(
              { sections, readOptions: optionReader(weft, shape), isFolded: shape.isFolded },
              before,
            );
          },
    placeholderData: keepPreviousData,
    structuralSharing: false,
    // Edits are shown as they are made; refetching in the background would make the list jump.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
