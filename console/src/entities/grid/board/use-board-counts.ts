import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useWeft } from "../../../session/session.ts";
import type { EntityKind } from "../../entity-kind.ts";
import type { EntityRows } from "../entity-rows.ts";
import type { GridListing } from "../grid-calls.ts";
import { type CountSnapshot, countCards } from "./board-cards.ts";
import { keyOf } from "./board-columns.ts";
import { type BoardShape, boardCounts } from "./read-board.ts";

interface CountsInput {
  readonly rows: EntityRows;
  readonly kind: EntityKind;
  readonly listing: GridListing;
  readonly board: BoardShape;
  readonly keys: readonly string[];
  /** Whether the rows are still those of another list. */
  readonly isStale: boolean;
}

const staleMs = 5_000;

/** The number of cards of each column. The service counts again after each write; until then moved cards count too. */
export function useBoardCounts({ rows, kind, listing, board, keys, isStale }: CountsInput): (key: string) => number {
  const weft = useWeft();
  const { data, dataUpdatedAt } = useQuery({
    ...boardCounts({ weft, kind, listing, board }),
    staleTime: staleMs,
    structuralSharing: false,
  });
  const { field } = board.column;
  // biome-ignore lint/correctness/useExhaustiveDependencies: The places are those at the time of the count.
  const snapshot = useMemo((): CountSnapshot => {
    const groups = rows.source.sections.flatMap(({ group }) => group ?? []);
    const counted = isStale || data === undefined ? new Map(groups.map(({ key, count }) => [key, count])) : data;
    return { counts: counted, placeOf: storedPlaces(rows, field) };
  }, [rows, data, dataUpdatedAt, isStale, field]);
  const counts = countCards({ keys, snapshot, lists: rows.lists, rowOf: rows.rowOf, field });
  return (key) => Math.max(0, counts.get(key) ?? 0);
}

/** The columns of the loaded cards, as stored. */
function storedPlaces(rows: EntityRows, field: string): ReadonlyMap<string, string> {
  const ids = rows.lists.flatMap(({ lines }) => lines.map(({ id }) => id));
  return new Map(ids.map((id) => [id, keyOf(rows.storedOf(id)?.[field])]));
}
