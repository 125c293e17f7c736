import type { LoadRequest } from "../load.ts";

/** Which members a load would remove is only known when the whole file was read: rows are staged for the look as well. */
export function needsPreview({ loadType = [], dryRun, applyPlanOf, maxRemovals }: LoadRequest): boolean {
  const isAsked = dryRun === true || applyPlanOf !== undefined || maxRemovals !== undefined;
  return loadType.includes("ASSORTMENT") && isAsked;
}

/** Apart from what is staged to be written. */
export function previewStage(loadId: string): string {
  return `${loadId}:preview`;
}
