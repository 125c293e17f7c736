import type { QueryClient } from "@tanstack/react-query";
import type { EntityKind } from "../entity-kind.ts";

/** After a write: other pages refetch their data. The grid itself is already up to date. */
export function forgetReadElsewhere(queryClient: QueryClient, kind: EntityKind): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [noun, path, part] }) =>
      noun === "changes" || (noun === "entities" && (path !== kind.path || part !== "grid")),
  });
}
