import { lineageOf, type ResolvedType, rootTypeOf } from "../../entity-types/type-tree.ts";
import { closestName } from "../../platform/closest-name.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { Problem } from "../../platform/problem.ts";
import type { World } from "./world.ts";

const pathPattern = /^[a-z-]+(:[A-Za-z0-9_-]{1,64}){0,10}$/;
const pathCharactersMax = 256;

/** The type of a new or changed entity of this kind. Default: the root type. */
export function resolveType(entityType: string, sentPath: JsonValue, world: World): ResolvedType {
  const typePath = sentPath ?? entityType;
  if (typeof typePath !== "string" || !isPathBelow(typePath, entityType)) {
    throw invalidType(
      `typePath must start with ${entityType} and add subtypes with colons, such as ${entityType}:a:b.`,
    );
  }
  const type = world.typeAt(typePath);
  if (rootTypeOf(typePath)?.needsSubtype === true && typePath === entityType) {
    throw invalidType(`typePath requires a subtype here, such as ${entityType}:supplier.`);
  }
  if (!type.isKnown) {
    refuseUnknownWhereStrict(type, world);
    world.noteSeenType(typePath);
  }
  return type;
}

function isPathBelow(typePath: string, entityType: string): boolean {
  const isWellFormed = typePath.length <= pathCharactersMax && pathPattern.test(typePath);
  return isWellFormed && (typePath === entityType || typePath.startsWith(`${entityType}:`));
}

function refuseUnknownWhereStrict(type: ResolvedType, world: World): void {
  if (type.mode !== "strict") {
    return;
  }
  const known = world.types.pathsBelow(type.root.name);
  const closest = closestName(type.typePath, known);
  const parent = lineageOf(type.typePath).findLast((path) => known.includes(path)) ?? type.root.name;
  const meant = closest === undefined ? "" : ` Did you mean ${closest}?`;
  throw invalidType(`There is no type ${type.typePath}, and ${parent} is strict.${meant}`);
}

function invalidType(detail: string): Problem {
  return new Problem("invalid-request", detail, { errors: [{ pointer: "#/typePath", code: "invalid-value", detail }] });
}
