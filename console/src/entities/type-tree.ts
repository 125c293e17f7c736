import type { EntityType } from "@weft/client";

/** A type with its subtypes. */
export interface TypeBranch {
  readonly type: EntityType;
  readonly children: readonly TypeBranch[];
}

/** The trees of the organization, one for each root type. */
export function branchTypes(types: readonly EntityType[]): TypeBranch[] {
  const branchesBelow = (parentPath: string | undefined): TypeBranch[] =>
    types
      .filter(({ typePath }) => parentOf(typePath) === parentPath)
      .map((type) => ({ type, children: branchesBelow(type.typePath) }));
  return branchesBelow(undefined);
}

export function parentOf(typePath: string): string | undefined {
  const end = typePath.lastIndexOf(":");
  return end < 0 ? undefined : typePath.slice(0, end);
}

/** Branches that match the words: a label, a path or a property. Their parents stay visible. */
export function pruneBranches(branches: readonly TypeBranch[], words: string): readonly TypeBranch[] {
  const sought = words.trim().toLowerCase();
  if (sought === "") return branches;
  return branches.flatMap((branch) => {
    const children = pruneBranches(branch.children, words);
    return children.length > 0 || fits(branch.type, sought) ? [{ ...branch, children }] : [];
  });
}

function fits({ label, typePath, properties }: EntityType, sought: string): boolean {
  const texts = [label, typePath, ...properties.flatMap((property) => [property.slug, property.label])];
  return texts.some((text) => text.toLowerCase().includes(sought));
}

/** item:product:apparel is below item and item:product. */
export function pathsAbove(typePath: string): string[] {
  const steps = typePath.split(":");
  return steps.slice(0, -1).map((_, index) => steps.slice(0, index + 1).join(":"));
}
