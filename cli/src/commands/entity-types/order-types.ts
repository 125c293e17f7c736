import { ancestorsOf, type FileType } from "./type-file.ts";

/** A type in write order. A bare one is created without properties, because of a reference cycle. */
export interface TypeTurn {
  readonly type: FileType;
  readonly turn: "bare" | "whole";
}

/** The order in which types can be written: a new type comes before its subtypes and before types that refer to it. */
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
      // A cycle: it is already being visited.
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

/** Its parent types, the root first, and the types that its properties refer to. */
export function neededBy({ typePath, properties }: FileType): string[] {
  const references = properties.flatMap(({ referenceType }) =>
    typeof referenceType === "string" && referenceType !== typePath ? [referenceType] : [],
  );
  return [...ancestorsOf(typePath).reverse(), ...references];
}
