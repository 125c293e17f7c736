import { queryOptions } from "@tanstack/react-query";
import type { OptionSet, Weft } from "@weft/client";
import { useMemo } from "react";
import { queryKeys } from "../../../query-keys.ts";
import type { EntityKind } from "../../entity-kind.ts";
import type { Option } from "../cell-text.ts";
import type { GridListing } from "../grid-calls.ts";
import type { GridColumn } from "../grid-column.ts";
import type { GridSearch } from "../grid-search.ts";
import { pageReader, type RowsShape } from "../read-rows.ts";
import type { RowsSource } from "../row-sections.ts";
import { boardColumnOf, boardGroupsOf, keyOf, noValue } from "./board-columns.ts";

/** What a board shows: the columns are the options of a choice. */
export interface BoardShape {
  readonly column: GridColumn;
  readonly options: readonly Option[];
  /** Items have one role: styles, or options if the choice is theirs; undefined for both, and for other kinds. */
  readonly role: "family" | "option" | undefined;
}

interface ShapeInput {
  readonly kind: EntityKind;
  readonly search: GridSearch;
  readonly columns: readonly GridColumn[];
  readonly optionSets: readonly OptionSet[];
}

/** Undefined for another layout, and without a choice; the same object as long as it does not change. */
export function useBoardShape({ kind, search, columns, optionSets }: ShapeInput): BoardShape | undefined {
  const { layout, group, flat } = search;
  return useMemo(() => {
    const column = layout === "board" ? boardColumnOf(columns, group) : undefined;
    if (column === undefined) return undefined;
    const options = optionSets.find(({ id }) => id === column.property.optionSetId)?.options ?? [];
    return { column, options, role: roleOf(kind, column, flat === true) };
  }, [kind, layout, group, flat, columns, optionSets]);
}

function roleOf(kind: EntityKind, { property }: GridColumn, isFlat: boolean): BoardShape["role"] {
  if (kind.name !== "item") return undefined;
  if (property.level === "option") return "option";
  return isFlat ? undefined : "family";
}

/** The list of a board, with all columns. */
export function boardListing(listing: GridListing, board: BoardShape | undefined): GridListing {
  return board?.role === undefined ? listing : narrowed(listing, { role: board.role });
}

function narrowed(listing: GridListing, by: Readonly<Record<string, unknown>>): GridListing {
  const { criteria = {} } = listing;
  return { ...listing, criteria: Object.keys(criteria).length === 0 ? by : { and: [criteria, by] } };
}

interface BoardCall {
  readonly weft: Weft;
  readonly kind: EntityKind;
  readonly listing: GridListing;
  readonly board: BoardShape;
}

const groupsMax = 1000;

/** The number of entities by the key of their column. */
export function boardCounts({ weft, kind, listing, board: { column } }: BoardCall) {
  const { field } = column;
  const { criteria, q } = listing;
  return queryOptions({
    queryKey: queryKeys.entities.boardCounts(kind.path, { criteria, q, field }),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const asked = { entityName: kind.name, groupBy: [field], limit: groupsMax, criteria, q, signal };
      const { results } = await weft.entities.aggregate(asked);
      const counts = new Map<string, number>();
      for (const { group, count } of results) {
        const key = keyOf(group[field]?.value);
        counts.set(key, (counts.get(key) ?? 0) + count);
      }
      return counts;
    },
  });
}

const pageRows = 50;

/** The lists of the columns. */
export function boardSource(
  { weft, kind, listing, board: { column, options } }: BoardCall,
  shape: RowsShape,
  counts: ReadonlyMap<string, number>,
): RowsSource {
  const { field, label } = column;
  const sections = boardGroupsOf(options, counts, label).map((group) => {
    const test = group.key === noValue ? { exists: false } : group.key;
    const read = pageReader(weft, kind, narrowed(listing, { [field]: test }), shape);
    return {
      group,
      readPage: (nextPageKey: string | undefined, limit: number) =>
        group.count === 0
          ? Promise.resolve({ results: [], total: 0 })
          : read(nextPageKey, nextPageKey === undefined ? pageRows : limit),
    };
  });
  return { sections, groupedBy: field, total: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}
