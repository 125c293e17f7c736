import { isSameJson } from "../same-json.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A field that two people have changed to different values since both had read it. */
interface ConflictRow {
  readonly slug: string;
  readonly before: unknown;
  readonly theirs: unknown;
  readonly yours: unknown;
}

export interface Conflict {
  /** Those that somebody has to decide on. */
  readonly rows: readonly ConflictRow[];
  /** What only the others have changed: it stays as they have it. */
  readonly onlyTheirs: readonly string[];
  /** What only this form has changed: it is written as it is. */
  readonly onlyYours: readonly string[];
}

export type Choice = "theirs" | "yours";

/** Compares what was read at first, what is stored now, and what was to be written. */
export function findConflict(before: Fields, theirs: Fields, yours: Fields, slugs: readonly string[]): Conflict {
  const isTheirs = (slug: string) => !isSameJson(before[slug], theirs[slug]);
  const isYours = (slug: string) => slug in yours && !isSameJson(yours[slug], theirs[slug]);
  return {
    rows: slugs
      .filter((slug) => isTheirs(slug) && isYours(slug))
      .map((slug) => ({ slug, before: before[slug], theirs: theirs[slug], yours: yours[slug] })),
    onlyTheirs: slugs.filter((slug) => isTheirs(slug) && !isYours(slug)),
    onlyYours: slugs.filter((slug) => !isTheirs(slug) && isYours(slug)),
  };
}

/** What is to be written after the choice. A field without one stays as the others have it. */
export function mergedBody(conflict: Conflict, yours: Fields, choices: Readonly<Record<string, Choice>>): Fields {
  const kept = [
    ...conflict.onlyYours,
    ...conflict.rows.map(({ slug }) => slug).filter((slug) => choices[slug] === "yours"),
  ];
  return Object.fromEntries(kept.map((slug) => [slug, yours[slug]]));
}
