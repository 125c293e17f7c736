import { queryOptions } from "@tanstack/react-query";
import type { Weft } from "@weft/client";
import { isInProgress } from "./format-load.ts";

const lookMs = 700;

/** A load, polled until it and its undo have ended. */
export function loadQuery(weft: Weft, id: string) {
  return queryOptions({
    queryKey: ["loads", id],
    queryFn: ({ signal }) => weft.loader.get({ id, signal }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isInProgress(data) ? lookMs : false),
  });
}
