import type { Right, Verb } from "@weft/contract";
import type { Grants } from "./presets.ts";

/**
 * Whether the holder may do everything that the wanted grants allow. Compares rights as written: a wanted right is
 * covered by rights on its type path or one above. Kinds that together make up "*" do not cover it.
 */
export function coversGrants(holder: Grants, wanted: Grants): boolean {
  return (
    (holder.isAdministrator || !wanted.isAdministrator) &&
    wanted.rights.every((right) => right.verbs.every((verb) => coversRight(holder.rights, verb, right)))
  );
}

function coversRight(held: readonly Right[], verb: Verb, wanted: Right): boolean {
  const covering = held.filter(
    (right) =>
      right.verbs.includes(verb) &&
      coversPath(right.typePath, wanted.typePath) &&
      (right.projectId === undefined || right.projectId === wanted.projectId),
  );
  if (covering.some(({ fields }) => fields === undefined)) {
    return true;
  }
  const fields = new Set(covering.flatMap((right) => right.fields ?? []));
  // A right without fields still reveals that an entity exists, so it needs a right that covers it.
  return covering.length > 0 && wanted.fields !== undefined && wanted.fields.every((field) => fields.has(field));
}

function coversPath(held: string, wanted: string): boolean {
  if (held === "*" || held === wanted) {
    return true;
  }
  const above = held.endsWith(":*") ? held.slice(0, -2) : undefined;
  return above !== undefined && (wanted === above || wanted.startsWith(`${above}:`));
}
