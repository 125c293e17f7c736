import { entityTypeOf, type TypeTree } from "../../entity-types/type-tree.ts";
import { conflict } from "../../platform/errors.ts";
import type { Problem } from "../../platform/problem.ts";

// Custom entities of all types share one namespace of federatedIds. Theirs are stored with the type path in front, so
// that a supplier and a mill may have the same number.
const prefixedType = "custom-entity";
const namedMax = 10;

/** The federatedId as it is stored for an entity of the type. It may be given with or without the type path. */
export function fullFederatedId(typePath: string, federatedId: string): string {
  const isComplete = entityTypeOf(typePath) !== prefixedType || isFull(federatedId);
  return isComplete ? federatedId : `${typePath}:${federatedId}`;
}

/** The stored federatedIds that a given one may mean at or below a type. An exact match has precedence. */
export function possibleFederatedIds(typePath: string, federatedId: string, types: TypeTree): readonly string[] {
  const prefixes = isFull(federatedId) ? [] : federatedPrefixes(typePath, types);
  return [federatedId, ...prefixes.map((prefix) => `${prefix}:${federatedId}`)];
}

/** The type paths that a short federatedId of an entity at or below the path may lack. */
export function federatedPrefixes(typePath: string, types: TypeTree): readonly string[] {
  return entityTypeOf(typePath) === prefixedType
    ? types.pathsBelow(typePath).filter((path) => path !== prefixedType)
    : [];
}

/** The one entity that a federatedId means; throws if it fits several. */
export function onlyOne<Found extends { readonly federatedId: string | null }>(
  federatedId: string,
  found: readonly Found[],
): Found | undefined {
  const exact = found.find((one) => one.federatedId === federatedId);
  if (exact === undefined && found.length > 1) {
    throw ambiguous(federatedId, found);
  }
  return exact ?? found[0];
}

function ambiguous(federatedId: string, found: readonly { readonly federatedId: string | null }[]): Problem {
  const federatedIds = found.slice(0, namedMax).map((one) => one.federatedId);
  return conflict(
    `The federatedId ${federatedId} fits ${found.length} custom entities: ${federatedIds.join(", ")}. Use one of these.`,
    { federatedIds },
  );
}

/** Whether both may be the federatedId of one entity: one of them may lack the type path. */
export function isSameFederatedId(one: string, other: string): boolean {
  return one === other || (isFull(one) && one.endsWith(`:${other}`)) || (isFull(other) && other.endsWith(`:${one}`));
}

function isFull(federatedId: string): boolean {
  return federatedId.startsWith(`${prefixedType}:`);
}
