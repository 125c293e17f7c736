import { type QueryClient, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Weft } from "@weft/client";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import type { EntityKind } from "../entity-kind.ts";
import { type BoardShape, boardCounts, boardSource } from "./board/read-board.ts";
import { EntityRows } from "./entity-rows.ts";
import type { GridListing } from "./grid-calls.ts";
import type { GridTools } from "./grid-tools.ts";
import type { Grouping } from "./groups/grouping.ts";
import { readGroups } from "./groups/read-groups.ts";
import { optionReader, pageReader, type RowsShape } from "./read-rows.ts";
import type { RowsSource } from "./row-sections.ts";

interface RowsInput {
  readonly kind: EntityKind;
  /** undefined while it is not known. */
  readonly listing: GridListing | undefined;
  readonly shape: RowsShape;
  /** undefined for a list without groups. */
  readonly grouping: Grouping | undefined;
  readonly tools: GridTools;
  /** undefined for a list that is not a board. */
  readonly board: BoardShape | undefined;
}

/** The rows of a list. While another filter loads, the previous rows stay visible. */
export function useEntityRows(input: RowsInput) {
  const { kind, listing, shape, grouping, board } = input;
  const weft = useWeft();
  const queryClient = useQueryClient();
  const queryKey = queryKeys.entities.grid(kind.path, { listing, shape, board, group: grouping?.name });
  return useQuery({
    queryKey,
    queryFn:
      listing === undefined
        ? skipToken
        : async () => {
            const { isFolded, hasCompleteness } = shape;
            const lists = await readSections({ weft, queryClient }, { ...input, listing });
            const before = queryClient.getQueryData<EntityRows>(queryKey);
            const source = { ...lists, readOptions: optionReader(weft, shape), isFolded, hasCompleteness };
            const rows = await EntityRows.open(source, before);
            // All columns of a board are visible.
            if (board !== undefined) rows.setAllOpen("groups", true);
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

interface Reader {
  readonly weft: Weft;
  readonly queryClient: QueryClient;
}

/** One list, or one for each group or column of a board. */
async function readSections(
  { weft, queryClient }: Reader,
  { kind, listing, shape, grouping, tools, board }: RowsInput & { readonly listing: GridListing },
): Promise<Pick<RowsSource, "sections" | "total" | "groupedBy">> {
  if (board !== undefined) {
    const call = { weft, kind, listing, board };
    return boardSource(call, shape, await queryClient.fetchQuery(boardCounts(call)));
  }
  if (grouping === undefined) return { sections: [{ readPage: pageReader(weft, kind, listing, shape) }] };
  const options = tools.optionsOf(grouping.column);
  const { isNested } = shape;
  const input = { kind, listing, grouping, metrics: [], isNested, options, words: tools.words };
  const { groups, all } = await readGroups(weft, input);
  return {
    sections: groups.map((group) => ({ group, readPage: pageReader(weft, kind, group.listing, shape) })),
    total: isNested && all.styles > 0 ? all.styles : all.count,
  };
}
