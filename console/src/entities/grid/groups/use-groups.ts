import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { queryKeys } from "../../../query-keys.ts";
import { useWeft } from "../../../session/session.ts";
import type { EntityKind } from "../../entity-kind.ts";
import type { GridListing } from "../grid-calls.ts";
import { useGridTools } from "../grid-tools.ts";
import type { GroupFigures, RowGroup } from "../row-group.ts";
import type { ColumnMetrics } from "./group-metrics.ts";
import type { Grouping } from "./grouping.ts";
import { readGroups } from "./read-groups.ts";

interface FiguresInput {
  readonly kind: EntityKind;
  readonly listing: GridListing;
  readonly grouping: Grouping | undefined;
  readonly metrics: ColumnMetrics;
  readonly isNested: boolean;
}

/** The figures of the groups of a list. */
export interface ListFigures {
  readonly of: (group: RowGroup) => GroupFigures | undefined;
  /** Of everything that matches. */
  readonly all: GroupFigures | undefined;
  /** Whether there are groups that are not shown. */
  readonly isCut: boolean;
  readonly groupCount: number;
  readonly metrics: ColumnMetrics;
}

const none: GroupFigures = { count: 0, styles: 0, options: 0, metrics: new Map() };

/** Counted apart from the rows, so that they are counted again after every edit, while the rows stay where they are. */
export function useListFigures(input: FiguresInput): ListFigures {
  const { kind, listing, grouping, metrics, isNested } = input;
  const weft = useWeft();
  const { words } = useGridTools();
  const { names } = metrics;
  const { criteria, q } = listing;
  const { data, isPlaceholderData } = useQuery({
    queryKey: queryKeys.entities.groups(kind.path, { criteria, q, group: grouping?.name, metrics: names, isNested }),
    queryFn:
      grouping === undefined
        ? skipToken
        : () => readGroups(weft, { kind, listing, grouping, metrics: names, isNested, options: [], words }),
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    const figures = new Map(data?.groups.map((group) => [group.key, group.figures]));
    // A group that is no longer among them has lost its last row.
    const missing = data === undefined || isPlaceholderData ? undefined : none;
    return {
      of: (group) => figures.get(group.key) ?? missing ?? group.figures,
      all: data?.all,
      isCut: data?.isCut === true,
      groupCount: data?.groups.length ?? 0,
      metrics,
    };
  }, [data, isPlaceholderData, metrics]);
}
