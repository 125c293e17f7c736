import type { KindName, Right, Verb } from "@weft/contract";

/** An entity of the fixture. Every value that may be hidden from a caller is a distinct word. */
export interface Known {
  readonly kind: KindName;
  /** The path of its kind, such as items. */
  readonly path: string;
  readonly id: string;
  readonly typePath: string;
  /** The project that it belongs to; a project belongs to itself. */
  readonly projectId: string | undefined;
  readonly federatedId: string | undefined;
  /** By the field that shows it. */
  readonly words: Readonly<Record<string, string>>;
}

/**
 * The permission rules implemented a second time, as simply as possible, so that an error of the service is not
 * repeated.
 */
export function visibleTexts(rights: readonly Right[], known: Known): Set<string> | undefined {
  const covering = rightsCovering(rights, "read", known);
  if (covering.length === 0) {
    return undefined;
  }
  const open = Object.entries(known.words).filter(([slug]) => covering.some((right) => isOpen(right, slug)));
  return new Set(open.flatMap(([, word]) => word.split(" ")));
}

/** Whether one of the rights grants the verb on the entity, and on this field of it. */
export function mayDo(rights: readonly Right[], verb: Verb, known: Known, slug?: string): boolean {
  return rightsCovering(rights, verb, known).some((right) => slug === undefined || isOpen(right, slug));
}

function rightsCovering(rights: readonly Right[], verb: Verb, { typePath, projectId }: Known): Right[] {
  return rights.filter(
    (right) =>
      right.verbs.includes(verb) &&
      (right.typePath === "*" ||
        right.typePath === typePath ||
        (right.typePath.endsWith(":*") && `${typePath}:`.startsWith(`${right.typePath.slice(0, -2)}:`))) &&
      (right.projectId === undefined || right.projectId === projectId),
  );
}

function isOpen({ fields }: Right, slug: string): boolean {
  return fields === undefined || fields.includes(slug);
}
