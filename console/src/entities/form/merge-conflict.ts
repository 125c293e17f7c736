import { isSameJson } from "../same-json.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A field that two users changed to different values since both read it. */
interface ConflictRow {
  readonly slug: string;
  readonly before: unknown;
  readonly theirs: unknown;
  readonly yours: unknown;
}

export interface Conflict {
  /** Those that the user must decide. */
  readonly rows: readonly ConflictRow[];
  /** Changed only by others: their values are kept. */
  readonly onlyTheirs: readonly string[];
  /** Changed only by this form: written unchanged. */
  readonly onlyYours: readonly string[];
}

export type Choice = "theirs" | "yours";

/** Compares the state that was read, the stored state, and the values to write. */
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

/** The values to write after the decision. Fields without one keep the stored value. */
export function mergedBody(conflict: Conflict, yours: Fields, choices: Readonly<Record<string, Choice>>): Fields {
  const kept = [
    ...conflict.onlyYours,
    ...conflict.rows.map(({ slug }) => slug).filter((slug) => choices[slug] === "yours"),
  ];
  return Object.fromEntries(kept.map((slug) => [slug, yours[slug]]));
}
