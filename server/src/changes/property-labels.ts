import { type ResolvedType, rootTypeOf, type TypeTree } from "../entity-types/type-tree.ts";

const systemLabels: ReadonlyMap<string, string> = new Map([
  ["name", "Name"],
  ["typePath", "Type path"],
  ["federatedId", "External ID"],
]);

export type LabelOf = (typePath: string, slug: string) => string;

/**
 * The current labels of properties. A property that is no longer defined is labeled with its slug. Each type is looked
 * up once for all records, because the tree recomputes unknown types on each lookup.
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
