import { ApiError } from "@weft/client";

/** Stored entities that a change of a type or an option set would make invalid. */
export interface Misfits {
  readonly count: number;
  readonly sampleIds: readonly string[];
  /** The number of entities by property. */
  readonly byProperty: readonly (readonly [slug: string, count: number])[];
}

/** Parsed from a rejection; undefined if it has another reason. */
export function misfitsOf(error: unknown): Misfits | undefined {
  if (!(error instanceof ApiError) || error.code !== "conflict") return undefined;
  const { count, sampleIds, byProperty } = error.problem;
  if (typeof count !== "number" || typeof byProperty !== "object" || byProperty === null) return undefined;
  return {
    count,
    sampleIds: Array.isArray(sampleIds) ? sampleIds.filter((id) => typeof id === "string") : [],
    byProperty: Object.entries(byProperty).flatMap(([slug, times]) =>
      typeof times === "number" ? [[slug, times] as const] : [],
    ),
  };
}

export function countEntities(count: number): string {
  return count === 1 ? "1 stored entity" : `${new Intl.NumberFormat("en").format(count)} stored entities`;
}
