import { type EntityKindName, typePathSchema } from "@weft/contract";
import { shorten } from "../../entity-types/kinds/shorten.ts";
import { entityTypeOf, type TypeTree } from "../../entity-types/type-tree.ts";
import { closestName } from "../../platform/closest-name.ts";

/** The types that the rows of a load may have: at or below its root, never another kind. */
export interface TypePathRule {
  readonly root: EntityKindName;
  readonly subtypes: "allowed" | "needed" | "none";
}

interface TypePathError {
  readonly message: string;
  readonly suggestion: string;
}

/** The reason why rows of the load cannot have this typePath. */
export function validateTypePath(typePath: string, rule: TypePathRule, types: TypeTree): TypePathError | undefined {
  const isFitting = isOfRule(typePath, rule) && typePathSchema.safeParse(typePath).success;
  return isFitting ? validateUnknown(typePath, rule, types) : validateForm(typePath, rule);
}

function isOfRule(typePath: string, { root, subtypes }: TypePathRule): boolean {
  return typePath === root ? subtypes !== "needed" : entityTypeOf(typePath) === root && subtypes !== "none";
}

function validateForm(typePath: string, { root, subtypes }: TypePathRule): TypePathError {
  return {
    message: `typePath is ${shorten(typePath)}, but this load requires ${wantedOf(root, subtypes)}.`,
    suggestion: `Write ${exampleOf(root, subtypes)}.`,
  };
}

function wantedOf(root: string, subtypes: TypePathRule["subtypes"]): string {
  switch (subtypes) {
    case "allowed":
      return `${root} or a type below it`;
    case "needed":
      return `${root}:<subtype>`;
    case "none":
      return root;
  }
}

function exampleOf(root: string, subtypes: TypePathRule["subtypes"]): string {
  switch (subtypes) {
    case "allowed":
      return `${root}, or a path such as ${root}:product, or remove the column`;
    case "needed":
      return `a path such as ${root}:supplier, for all rows with conditionalColumns`;
    case "none":
      return `${root}, or remove the column`;
  }
}

/** An open type allows new subtypes; a strict one does not. */
function validateUnknown(typePath: string, { root }: TypePathRule, types: TypeTree): TypePathError | undefined {
  const { isKnown, mode } = types.typeAt(typePath);
  if (isKnown || mode === "open") {
    return undefined;
  }
  const closest = closestName(typePath, types.pathsBelow(root));
  return {
    message: `There is no type ${typePath}, and its parent type is strict.`,
    suggestion: closest === undefined ? "Define the type first, or use an existing one." : `Did you mean ${closest}?`,
  };
}
