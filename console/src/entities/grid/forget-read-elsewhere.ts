import type { QueryClient } from "@tanstack/react-query";
import type { EntityKind } from "../entity-kind.ts";

/** After a write: other pages read anew what they have kept. The grid itself already shows it. */
export function forgetReadElsewhere(queryClient: QueryClient, kind: EntityKind): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [noun, path, part] }) =>
      noun === "changes" || (noun === "entities" && (path !== kind.path || part !== "grid")),
  });
}
