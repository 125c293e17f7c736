import type { Caller } from "../../access/caller.ts";
import { type Decision, decide, targetOf } from "../../access/decide.ts";
import { completenessOf } from "../../entity-types/completeness.ts";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import { EventLoopTurn } from "../../platform/event-loop-turn.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { type Entity, entityOfRow, propertiesText, textBeforeProperties } from "./entity.ts";
import type { EntityTextRow } from "./entity-store.ts";

/** "all", or the names of the properties that may be seen in addition to the system fields. */
export type VisibleFields = "all" | ReadonlySet<string>;

/** An entity as returned to callers: flat, without empty or hidden values. With types, also its completeness. */
export function presentEntity(entity: Entity, visible: VisibleFields, types?: TypeTree): Record<string, JsonValue> {
  const presented: Record<string, JsonValue> = {
    id: entity.id,
    entityType: entity.entityType,
    typePath: entity.typePath,
    ...(entity.name === null ? {} : { name: entity.name }),
    ...(entity.federatedId === null ? {} : { federatedId: entity.federatedId }),
    createdOn: entity.createdOn.toISOString(),
    updatedOn: entity.updatedOn.toISOString(),
    ...(entity.createdById === null ? {} : { createdById: entity.createdById }),
    ...(entity.updatedById === null ? {} : { updatedById: entity.updatedById }),
    version: entity.version,
  };
  for (const [slug, value] of Object.entries(entity.properties)) {
    if (visible === "all" || visible.has(slug)) {
      presented[slug] = value;
    }
  }
  const computed = types === undefined ? undefined : completenessOf(types.typeAt(entity.typePath), entity, visible);
  // A stored value of the same name stays.
  return computed === undefined
    ? presented
    : { ...presented, completeness: computed.completeness, missing: [...computed.missing], ...presented };
}

/** The entity as JSON for a caller that may see all of it. */
function wholeEntityText(entity: Entity): string {
  return textBeforeProperties(presentEntity({ ...entity, properties: {} }, "all"), propertiesText(entity.properties));
}

/** The entity as JSON for callers. The stored text is passed through if the caller may see all of it. */
export function textOfEntity(row: EntityTextRow, visible: VisibleFields): string {
  if (visible !== "all") {
    return JSON.stringify(presentEntity(entityOfTextRow(row), visible));
  }
  return textBeforeProperties(presentEntity(entityOfRow({ ...row, properties: {} }), "all"), row.properties);
}

export function entityOfTextRow(row: EntityTextRow) {
  return entityOfRow({ ...row, properties: JSON.parse(row.properties) });
}

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
  present: (row: Row, visible: VisibleFields) => Record<string, JsonValue>,
): Promise<(Record<string, JsonValue> | undefined)[]> {
  const decisions = new Map<string, Decision>();
  const turn = new EventLoopTurn();
  const presented: (Record<string, JsonValue> | undefined)[] = [];
  for (const row of rows) {
    const decision = decisionOn(caller, row, decisions);
    presented.push(decision.isAllowed ? present(row, decision.fields) : undefined);
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

const nothing: ReadonlySet<string> = new Set();

/** An entity as returned to the caller that wrote it. A caller that may not read it gets only its system fields. */
export function presentTo(caller: Caller, entity: Entity): Record<string, JsonValue> {
  return presentEntity(entity, visibleTo(caller, entity));
}

/** The same as JSON. */
export function textFor(caller: Caller, entity: Entity): string {
  const visible = visibleTo(caller, entity);
  return visible === "all" ? wholeEntityText(entity) : JSON.stringify(presentEntity(entity, visible));
}

function visibleTo(caller: Caller, entity: Entity): VisibleFields {
  const decision = decide(caller, "read", targetOf(entity));
  return decision.isAllowed ? decision.fields : nothing;
}
