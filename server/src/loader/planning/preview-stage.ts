import type { LoadRequest } from "../load.ts";

/**
 * The members that a load would remove are known only after the whole file was read, so rows are staged for the preview
 * too.
 */
export function needsPreview({ loadType = [], dryRun, applyPlanOf, maxRemovals }: LoadRequest): boolean {
  const isAsked = dryRun === true || applyPlanOf !== undefined || maxRemovals !== undefined;
  return loadType.includes("ASSORTMENT") && isAsked;
}

/** Separate from the stage that is written. */
export function previewStage(loadId: string): string {
  return `${loadId}:preview`;
}
