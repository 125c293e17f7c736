import { type ResolvedType, rootTypeOf, type TypeTree } from "../entity-types/type-tree.ts";

const systemLabels: ReadonlyMap<string, string> = new Map([
  ["name", "Name"],
  ["typePath", "Type path"],
  ["federatedId", "External ID"],
]);

export type LabelOf = (typePath: string, slug: string) => string;

/**
 * What properties are called today; what is no longer described is called by its slug. A type is looked up once for all
 * records: one that the tree does not know is worked out again each time.
 */
export function propertyLabels(types: TypeTree): LabelOf {
  const known = new Map<string, ResolvedType | undefined>();
  return (typePath, slug) => {
    if (!known.has(typePath)) {
      known.set(typePath, rootTypeOf(typePath) === undefined ? undefined : types.typeAt(typePath));
    }
    return systemLabels.get(slug) ?? known.get(typePath)?.properties.get(slug)?.label ?? slug;
  };
}
