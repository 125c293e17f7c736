import type { Right } from "@weft/contract";

/** An entity of the world. Every value that somebody might not be allowed to see is a word of its own. */
export interface Known {
  readonly path: string;
  readonly id: string;
  readonly entityType: string;
  readonly typePath: string;
  readonly projectId: string | undefined;
  readonly federatedId: string;
  readonly words: Readonly<Record<string, string>>;
}

/** The rights told once more, as simply as possible, so that a mistake of the service is not repeated here. */
export function visibleWords(rights: readonly Right[], { typePath, projectId, words }: Known): Set<string> | undefined {
  const covering = rights.filter(
    (right) =>
      right.verbs.includes("read") &&
      (right.typePath === "*" ||
        right.typePath === typePath ||
        (right.typePath.endsWith(":*") && `${typePath}:`.startsWith(`${right.typePath.slice(0, -2)}:`))) &&
      (right.projectId === undefined || projectId === undefined || right.projectId === projectId),
  );
  if (covering.length === 0) {
    return undefined;
  }
  const open = Object.entries(words).filter(([slug]) =>
    covering.some((right) => right.fields === undefined || right.fields.includes(slug)),
  );
  return new Set(open.flatMap(([, word]) => word.split(" ")));
}
