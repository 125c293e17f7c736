import { useQuery } from "@tanstack/react-query";
import type { Weft } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { isRefused } from "./is-refused.ts";

/** Whether the organization has no items and no loads yet. undefined until known. */
export function useIsNew(): boolean | undefined {
  const weft = useWeft();
  const query = useQuery({
    queryKey: ["overview", "is-new"],
    queryFn: ({ signal }) => isNew(weft, signal),
    // An organization that had data once is not new again.
    staleTime: (found) => (found.state.data === false ? Number.POSITIVE_INFINITY : 0),
  });
  return query.error === null ? query.data : false;
}

async function isNew(weft: Weft, signal: AbortSignal): Promise<boolean> {
  try {
    const [items, loads] = await Promise.all([
      weft.entities.list({ entityName: "item", limit: 1, signal }),
      weft.entities.list({ entityName: "loader-process", limit: 1, signal }),
    ]);
    return items.results.length === 0 && loads.results.length === 0;
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  }
}
