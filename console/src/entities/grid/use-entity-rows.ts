import { keepPreviousData, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Weft } from "@weft/client";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import type { EntityKind } from "../entity-kind.ts";
import { EntityRows, type RowsSource } from "./entity-rows.ts";
import type { GridListing } from "./grid-calls.ts";
import type { GridTools } from "./grid-tools.ts";
import type { Grouping } from "./groups/grouping.ts";
import { readGroups } from "./groups/read-groups.ts";
import { optionReader, pageReader, type RowsShape } from "./read-rows.ts";

interface RowsInput {
  readonly kind: EntityKind;
  /** undefined while it is not known. */
  readonly listing: GridListing | undefined;
  readonly shape: RowsShape;
  /** undefined for a list without groups. */
  readonly grouping: Grouping | undefined;
  readonly tools: GridTools;
}

/** The rows of a list. While another filter loads, the previous rows stay visible. */
export function useEntityRows({ kind, listing, shape, grouping, tools }: RowsInput) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const queryKey = queryKeys.entities.grid(kind.path, { listing, shape, group: grouping?.name });
  return useQuery({
    queryKey,
    queryFn:
      listing === undefined
        ? skipToken
        : async () => {
            const { isFolded, hasCompleteness } = shape;
            const lists = await readSections(weft, { kind, listing, shape, grouping, tools });
            const before = queryClient.getQueryData<EntityRows>(queryKey);
            const source = { ...lists, readOptions: optionReader(weft, shape), isFolded, hasCompleteness };
            return EntityRows.open(source, before);
          },
    placeholderData: keepPreviousData,
    structuralSharing: false,
    // Edits are shown as they are made; refetching in the background would make the list jump.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** One list, or one for each group. */
async function readSections(
  weft: Weft,
  { kind, listing, shape, grouping, tools }: RowsInput & { readonly listing: GridListing },
): Promise<Pick<RowsSource, "sections" | "total">> {
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
