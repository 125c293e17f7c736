import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { queryKeys } from "../../../query-keys.ts";
import { useWeft } from "../../../session/session.ts";
import { notifyError } from "../../../ui/notify.ts";
import type { EntityKind } from "../../entity-kind.ts";
import type { GridListing } from "../grid-calls.ts";
import type { GridColumn } from "../grid-column.ts";
import { bandWidthOf } from "./band-width.ts";
import { isStepped } from "./grouping.ts";

/** Groups by a column: numbers in bands that fit the values of the list, dates by month. */
export function useGroupBy(kind: EntityKind, { criteria, q }: GridListing, onGroup: (group: string) => void) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  return useCallback(
    (column: GridColumn) => {
      const { field } = column;
      const stepped = isStepped({ name: field, column, step: undefined });
      const group = async () => {
        if (stepped === undefined) return field;
        if (stepped === "dates") return `${field}:month`;
        if (column.comparedAs === "rating") return `${field}:1`;
        const metrics = [`min:${field}`, `max:${field}`];
        const { results } = await queryClient.fetchQuery({
          queryKey: queryKeys.entities.extent(kind.path, field, { criteria, q }),
          queryFn: ({ signal }) => weft.entities.aggregate({ entityName: kind.name, criteria, q, metrics, signal }),
        });
        const [min, max] = metrics.map((name) => Number(results[0]?.metrics[name] ?? 0));
        return `${field}:${bandWidthOf(min ?? 0, max ?? 0)}`;
      };
      group().then(onGroup).catch(notifyError);
    },
    [kind, criteria, q, weft, queryClient, onGroup],
  );
}
