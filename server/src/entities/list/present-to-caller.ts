import type { Caller } from "../../access/caller.ts";
import { type Decision, decide, targetOf } from "../../access/decide.ts";
import { EventLoopTurn } from "../../platform/event-loop-turn.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { Entity } from "../entity.ts";
import type { EntityTextRow } from "../entity-store.ts";
import { textOfEntity } from "../entity-text.ts";
import { presentEntity } from "../present-entity.ts";

/** The part of a row that rights depend on. */
interface ReadableRow {
  readonly type_path: string;
  readonly id: string;
  readonly project_id: string | null;
}

/** Each entity with the fields that the caller may see; undefined for an entity that it may not read. */
export async function presentToCaller<Row extends ReadableRow>(
  caller: Caller,
  rows: readonly Row[],
  entityOf: (row: Row) => Entity,
): Promise<(Record<string, JsonValue> | undefined)[]> {
  const decisions = new Map<string, Decision>();
  const turn = new EventLoopTurn();
  const presented: (Record<string, JsonValue> | undefined)[] = [];
  for (const row of rows) {
    const decision = decisionOn(caller, row, decisions);
    presented.push(decision.isAllowed ? presentEntity(entityOf(row), decision.fields) : undefined);
    await turn.yieldIfLong();
  }
  return presented;
}

// About one millisecond of work.
const charactersPerLook = 131_072;

/** The same as JSON. */
export async function textsForCaller(caller: Caller, rows: readonly EntityTextRow[]): Promise<(string | undefined)[]> {
  const decisions = new Map<string, Decision>();
  const turn = new EventLoopTurn();
  const texts: (string | undefined)[] = [];
  let unlooked = 0;
  for (const row of rows) {
    const decision = decisionOn(caller, row, decisions);
    texts.push(decision.isAllowed ? textOfEntity(row, decision.fields) : undefined);
    unlooked += row.properties.length;
    if (unlooked > charactersPerLook) {
      unlooked = 0;
      await turn.yieldIfLong();
    }
  }
  return texts;
}

/** A page has many entities of few types and projects, so each decision is cached. */
function decisionOn(
  caller: Caller,
  { type_path: typePath, id, project_id: projectId }: ReadableRow,
  decisions: Map<string, Decision>,
): Decision {
  const target = targetOf({ typePath, id, projectId });
  const key = `${target.typePath}/${target.projectId ?? ""}`;
  const known = decisions.get(key);
  if (known !== undefined) {
    return known;
  }
  const decision = decide(caller, "read", target);
  decisions.set(key, decision);
  return decision;
}
