import { ancestorsOf, type FileType } from "./type-file.ts";

/** A type in its turn. A bare one is made without its properties, because they refer to one that refers to it. */
export interface TypeTurn {
  readonly type: FileType;
  readonly turn: "bare" | "whole";
}

/** The order in which types can be written: what is created comes before its subtypes and before what refers to it. */
export function orderTypes(types: readonly FileType[], isNew: (typePath: string) => boolean): TypeTurn[] {
  const news = new Map(types.filter(({ typePath }) => isNew(typePath)).map((type) => [type.typePath, type]));
  const turns: TypeTurn[] = [];
  const begun = new Set<string>();
  const present = new Set<string>();

  const makeBare = (type: FileType): void => {
    for (const above of ancestorsOf(type.typePath).reverse()) {
      const parent = news.get(above);
      if (parent !== undefined && !present.has(above)) makeBare(parent);
    }
    turns.push({ type: { ...type, properties: [] }, turn: "bare" });
    present.add(type.typePath);
  };

  const take = (type: FileType): void => {
    if (begun.has(type.typePath)) {
      // Round in a circle: it has begun and waits for what needs it.
      if (!present.has(type.typePath)) makeBare(type);
      return;
    }
    begun.add(type.typePath);
    for (const needed of neededBy(type)) {
      const other = news.get(needed);
      if (other !== undefined && !present.has(needed)) take(other);
    }
    turns.push({ type, turn: "whole" });
    present.add(type.typePath);
  };

  for (const type of types) {
    take(type);
  }
  return turns;
}

/** The types above it, the root first, and those that its properties refer to. */
export function neededBy({ typePath, properties }: FileType): string[] {
  const references = properties.flatMap(({ referenceType }) =>
    typeof referenceType === "string" && referenceType !== typePath ? [referenceType] : [],
  );
  return [...ancestorsOf(typePath).reverse(), ...references];
}
