import type { AnyEntity } from "../any-entity.ts";
import { type EntityKind, kindOfType } from "../entity-kind.ts";
import { type Referred, toReferred } from "../use-referred.ts";

/** A join entity has no name of its own: both ends are requested. */
const ends: Readonly<Record<string, readonly string[]>> = {
  "project-item": ["project", "item"],
  "assortment-item": ["assortment", "item"],
};

export function relationsOf(kind: EntityKind): readonly string[] | undefined {
  return ends[kind.name];
}

/** The target of a row: a join entity links to the other end, everything else to itself. */
export function linkOfRow(row: AnyEntity, hereId: string): Referred | undefined {
  const others = (ends[row.entityType] ?? []).map((relation) => row[relation]).filter(isEntity);
  const other = others.find(({ id }) => id !== hereId) ?? row;
  const kind = kindOfType(other.entityType);
  return kind === undefined ? undefined : toReferred(other, kind);
}

function isEntity(value: unknown): value is AnyEntity {
  return typeof value === "object" && value !== null && "id" in value && "entityType" in value;
}
