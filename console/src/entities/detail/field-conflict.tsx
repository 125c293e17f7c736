import { useWeft } from "../../session/session.ts";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import type { EntityProperty } from "../entity-property.ts";
import { ConflictPanel } from "../form/conflict-panel.tsx";
import type { Collision, FieldEdits } from "./use-field-edits.ts";

interface FieldConflictProps {
  readonly kind: EntityKind;
  readonly collision: Collision;
  readonly fields: readonly EntityProperty[];
  readonly edits: FieldEdits;
}

/** Another user changed the same field first: both values, to choose from. */
export function FieldConflict({ kind, collision, fields, edits }: FieldConflictProps) {
  const weft = useWeft();
  const { theirs } = collision;
  const write = { entityName: kind.name, id: theirs.id, ifMatch: theirs.version };
  return (
    <ConflictPanel
      {...collision}
      fields={fields}
      save={(body) => weft.entities.update<AnyEntity>({ ...write, body })}
      onSaved={edits.decide}
      onAgain={edits.collide}
      onGiveUp={() => edits.decide(undefined)}
    />
  );
}
