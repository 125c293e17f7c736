import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import type { EntityKind } from "../entity-kind.ts";
import { type BoardShape, boardCounts, boardSource } from "./board/read-board.ts";
import { EntityRows } from "./entity-rows.ts";
import type { GridListing } from "./grid-calls.ts";
import { optionReader, pageReader, type RowsShape } from "./read-rows.ts";

/** The rows of a list. While another filter loads, the previous rows stay visible. */
export function useEntityRows(
  kind: EntityKind,
  listing: GridListing | undefined,
  shape: RowsShape,
  board: BoardShape | undefined,
) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const queryKey = queryKeys.entities.grid(kind.path, { listing, shape, board });
  return useQuery({
    queryKey,
    queryFn:
      listing === undefined
        ? skipToken
        : async () => {
            const before = queryClient.getQueryData<EntityRows>(queryKey);
            const readOptions = optionReader(weft, shape);
            const common = { readOptions, isFolded: shape.isFolded };
            if (board === undefined) {
              const sections = [{ readPage: pageReader(weft, kind, listing, shape) }];
              return EntityRows.open({ sections, ...common }, before);
            }
            const call = { weft, kind, listing, board };
            const counts = await queryClient.fetchQuery(boardCounts(call));
            const rows = await EntityRows.open({ ...boardSource(call, shape, counts), ...common }, before);
            // All columns are visible.
            rows.setAllOpen("groups", true);
            return rows;
          },
    // The columns of a board are those of its own list.
    placeholderData: (before: EntityRows | undefined) =>
      before?.source.groupedBy === board?.column.field ? before : undefined,
    structuralSharing: false,
    // Edits are shown as they are made; refetching in the background would make the list jump.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
