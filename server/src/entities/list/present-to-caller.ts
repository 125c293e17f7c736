import type { Caller } from "../../access/caller.ts";
import { type Decision, decide, targetOf } from "../../access/decide.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { Entity } from "../entity.ts";
import type { EntityTextRow } from "../entity-store.ts";
import { textOfEntity } from "../entity-text.ts";
import { presentEntity } from "../present-entity.ts";

/** The entities that the caller may read, each with the fields that the caller may see. */
export function presentToCaller(
  caller: Caller,
  entities: readonly Entity[],
): { entity: Entity; presented: Record<string, JsonValue> }[] {
  const decisions = new Map<string, Decision>();
  return entities.flatMap((entity) => {
    const decision = decisionOn(caller, entity, decisions);
    return decision.isAllowed ? [{ entity, presented: presentEntity(entity, decision.fields) }] : [];
  });
}

/** The same as the JSON that is sent. */
export function textsForCaller(caller: Caller, rows: readonly EntityTextRow[]): string[] {
  const decisions = new Map<string, Decision>();
  return rows.flatMap((row) => {
    const decision = decisionOn(caller, { typePath: row.type_path, id: row.id, projectId: row.project_id }, decisions);
    return decision.isAllowed ? [textOfEntity(row, decision.fields)] : [];
  });
}

/** A page has many entities of few types and projects, so that each decision is made once. */
function decisionOn(
  caller: Caller,
  entity: Pick<Entity, "typePath" | "id" | "projectId">,
  decisions: Map<string, Decision>,
): Decision {
  const target = targetOf(entity);
  const key = `${target.typePath}/${target.projectId ?? ""}`;
  const known = decisions.get(key);
  if (known !== undefined) {
    return known;
  }
  const decision = decide(caller, "read", target);
  decisions.set(key, decision);
  return decision;
}
