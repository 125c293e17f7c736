import type { ChangeRecord, ChangeSet } from "@weft/client";
import { pluralize } from "../../ui/format.ts";
import type { AnyEntity } from "../any-entity.ts";
import { placeOf } from "../entity-property.ts";

/** What one act did to a property of the entity. */
export interface ActDiff {
  readonly slug: string;
  readonly name: string;
  readonly oldValue: unknown;
  readonly newValue: unknown;
}

/** The changes of one act to the entity, newest first, as if they were one: from the first value to the last. */
export function mergeDiffs(changes: readonly Pick<ChangeRecord, "propertyDiffs">[]): ActDiff[] {
  const merged = new Map<string, ActDiff>();
  for (const { propertyDiffs } of changes.toReversed()) {
    for (const [slug, { propertyName, oldValue, newValue }] of Object.entries(propertyDiffs)) {
      merged.set(slug, { slug, name: propertyName, oldValue: merged.get(slug)?.oldValue ?? oldValue, newValue });
    }
  }
  return [...merged.values()].filter(({ oldValue, newValue }) => JSON.stringify(oldValue) !== JSON.stringify(newValue));
}

type Scoped = Pick<ChangeSet, "changeCount" | "isComplete" | "roles" | "entityTypes">;

/** What an act changed, as seen from one entity of it: this style and 6 colorways. Empty if it changed nothing else. */
export function describeScope(entity: AnyEntity, set: Scoped, isColorways: boolean): string {
  const { roles, isComplete, entityTypes, changeCount } = set;
  const place = placeOf(entity);
  const isFamily = isComplete && roles?.family === 1 && roles.option > 0 && entityTypes.length === 1;
  if (isFamily && place !== "none") {
    const options = pluralize(roles.option, isColorways ? "colorway" : "option");
    return `${place === "family" ? "this" : "the"} style and ${options}`;
  }
  const others = changeCount - 1;
  if (others < 1) return "";
  return `with ${isComplete ? "" : "at least "}${pluralize(others, "other change")}`;
}

/** The verb of an act on the entity. A set that creates and then changes has created it. */
export function verbOf(changes: readonly Pick<ChangeRecord, "action">[]): "created" | "changed" | "deleted" {
  if (changes[0]?.action === "delete") return "deleted";
  return changes.some(({ action }) => action === "create") ? "created" : "changed";
}
