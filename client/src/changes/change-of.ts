import type { ChangeRecord } from "../contract/schemas.ts";
import type { EntityDrafts, EntityName, EntityOf } from "../entity-shapes.ts";

/** A change of an entity of this kind: with generated types, the values of its diffs have the types of their properties. */
export type ChangeRecordOf<Name extends EntityName> = Omit<ChangeRecord, "entityType" | "propertyDiffs"> & {
  entityType: Name;
  /** By slug; null if empty. On create and delete, the full state. */
  propertyDiffs: DiffsOf<EntityOf<Name>>;
};

type DiffsOf<Entity> = { [Slug in keyof Entity]?: PropertyDiff<Exclude<Entity[Slug], undefined>> };

/** Null if empty. */
interface PropertyDiff<Value> {
  propertyName: string;
  oldValue: Value | null;
  newValue: Value | null;
}

/** The records of a poll, search or export of one kind; without one, of any kind. */
export type ChangeOf<Type extends string> = string extends Type
  ? ChangeRecord
  : Type extends EntityName & keyof EntityDrafts
    ? ChangeRecordOf<Type>
    : ChangeRecord;
