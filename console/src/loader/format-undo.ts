import type { LoaderProcessSummary } from "@weft/client";
import { formatNumber } from "./format-load.ts";

const verbs = {
  created: "will be deleted",
  updated: "previous values will be restored",
  deleted: "will be restored",
} as const;

/** What an undo would do, by what the load did. */
export function formatUndo({ counts }: Pick<LoaderProcessSummary, "counts">): readonly string[] {
  return Object.entries(counts).flatMap(([entityType, count]) =>
    (["created", "updated", "deleted"] as const)
      .filter((name) => count[name] > 0)
      .map((name) => `${formatNumber(count[name])} ${entityType} ${name}: ${verbs[name]}`),
  );
}
