import type { EntityType } from "@weft/client";
import type { EntityKind } from "../entity-kind.ts";
import { propertiesOf } from "../entity-property.ts";
import { branchTypes, type TypeBranch } from "../type-tree.ts";

/** The types of a kind that a user may create entities of. Those below a type that is not offered move up. */
export function creatableTypes(
  types: readonly EntityType[],
  kind: EntityKind,
  mayCreate: (typePath: string) => boolean,
): TypeBranch[] {
  const offer = ({ type, children }: TypeBranch): TypeBranch[] => {
    const below = children.flatMap(offer);
    return needsSubtype(type.typePath) || !mayCreate(type.typePath) ? below : [{ type, children: below }];
  };
  return branchTypes(types)
    .filter(({ type }) => type.typePath === kind.name)
    .flatMap(offer);
}

function needsSubtype(typePath: string): boolean {
  return typePath === "custom-entity";
}

/** A row of a tree. */
export interface TypeRow {
  readonly type: EntityType;
  /** From 1. */
  readonly level: number;
}

export function rowsOf(branches: readonly TypeBranch[], level = 1): TypeRow[] {
  return branches.flatMap(({ type, children }) => [{ type, level }, ...rowsOf(children, level + 1)]);
}

/** The type that words mean: first by the beginning of its label, then by any part of it. */
export function bestMatch(rows: readonly TypeRow[], words: string): EntityType | undefined {
  const sought = words.trim().toLowerCase();
  const types = rows.map(({ type }) => type);
  return (
    types.find(({ label }) => label.toLowerCase().startsWith(sought)) ??
    types.find(({ label, typePath }) => `${label} ${typePath}`.toLowerCase().includes(sought)) ??
    types.at(-1)
  );
}

const segment = "[A-Za-z0-9_-]{1,64}";

/** A type that does not exist yet, as typed: an open type accepts new segments below it. */
export function newTypePath(words: string, kind: EntityKind, types: readonly EntityType[]): string | undefined {
  const typed = words.trim();
  const path = typed.startsWith(`${kind.name}:`) ? typed : `${kind.name}:${typed}`;
  const parent = types.find(({ typePath }) => typePath === path.slice(0, path.lastIndexOf(":")));
  const isNew = new RegExp(`^${kind.name}(:${segment})+$`).test(path) && parent?.mode === "open";
  return isNew && !types.some(({ typePath }) => typePath === path) ? path : undefined;
}

const namedMax = 4;

/** What a type is about: its key facts, or else its first properties. */
export function describeType(type: EntityType): string {
  const own = propertiesOf(type).filter(({ isBuiltIn, isDisabled }) => !isBuiltIn && !isDisabled);
  const facts = (type.effectivePresentation.keyFacts ?? []).flatMap(
    (slug) => own.find((one) => one.slug === slug) ?? [],
  );
  const named = (facts.length > 0 ? facts : own).slice(0, namedMax).map(({ label }) => label);
  const more = own.length - named.length;
  if (named.length === 0) return "No properties of its own";
  return more === 0 ? named.join(", ") : `${named.join(", ")} and ${more} more`;
}
