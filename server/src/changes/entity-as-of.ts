import type { Transaction } from "../platform/database/database.ts";
import type { JsonValue } from "../platform/json-value.ts";
import type { EntityKey } from "./change-criteria.ts";
import { comparePositions, type LogRange, logBeginning, type Position } from "./change-cursor.ts";
import { findHorizon, findLogEnd } from "./change-history-store.ts";
import { type ChangeRow, positionOf } from "./change-row.ts";
import { type Scan, walkIndexes } from "./change-scan-store.ts";
import { changesForgotten } from "./cursor-gone.ts";
import { findChanges, findCreate } from "./entity-as-of-store.ts";

/** An entity at one moment. Null for what only forgotten records would tell. */
export interface EntityState {
  readonly typePath: string;
  readonly projectId: string | null;
  readonly version: number;
  /** Its typePath, name, federatedId and properties by slug, as a record of its creation would have them. */
  readonly state: Readonly<Record<string, JsonValue>>;
  readonly createdOn: Date | null;
  readonly updatedOn: Date | null;
  readonly createdById: string | null;
  readonly updatedById: string | null;
}

export interface EntityToday extends EntityKey {
  /** The entity as it is now, read in the same transaction; undefined when it is gone. */
  readonly current: EntityState | undefined;
}

/** A place in the log, or a time, with all that was changed at it. */
export type Moment = Position | Date;

type State = EntityState | undefined;

const changesAtATime = 1_000;

/**
 * The entity as it was at a moment, or undefined if it was not there. It is found backwards from today, because the
 * record that made it may long have been forgotten.
 */
export async function entityAsOf(
  tx: Transaction,
  orgId: string,
  entity: EntityToday,
  moment: Moment,
): Promise<EntityState | undefined> {
  const place = placeOf(moment);
  const horizon = await findHorizon(tx, orgId, entity.entityType);
  if (horizon !== undefined && comparePositions(place, horizon) < 0) {
    throw changesForgotten(horizon);
  }
  await walkIndexes(tx);
  const state = await takeBack(tx, orgId, entity, place);
  return state === undefined ? undefined : withWhoAndWhen(tx, orgId, entity, { place, state });
}

function placeOf(moment: Moment): Position {
  return moment instanceof Date ? { stamp: moment.getTime(), sequence: Number.MAX_SAFE_INTEGER } : moment;
}

async function takeBack(tx: Transaction, orgId: string, entity: EntityToday, after: Position): Promise<State> {
  let state = entity.current;
  let until = await findLogEnd(tx, orgId);
  for (;;) {
    const rows = await findChanges(tx, backwards(orgId, entity, { after, until }), changesAtATime);
    state = rows.reduce(undo, state);
    const last = rows.at(-1);
    if (rows.length < changesAtATime || last === undefined) {
      return state;
    }
    const { sequence, stamp } = positionOf(last);
    until = { sequence: sequence - 1, stamp };
  }
}

function backwards(orgId: string, { entityType, id }: EntityKey, range: LogRange): Scan {
  return { orgId, index: { by: "entity", entityType, entityId: id }, range, direction: "desc" };
}

/** The entity before a change. */
function undo(state: State, row: ChangeRow): State {
  switch (row.action) {
    case "create":
      return undefined;
    case "delete":
      return stateAtDelete(row);
    default:
      return state === undefined ? undefined : withoutUpdate(state, row);
  }
}

function stateAtDelete(row: ChangeRow): EntityState {
  return {
    typePath: row.type_path,
    projectId: row.project_id,
    version: row.entity_version - 1,
    state: row.diffs,
    createdOn: null,
    updatedOn: null,
    createdById: null,
    updatedById: null,
  };
}

function withoutUpdate(state: EntityState, row: ChangeRow): EntityState {
  const before: Record<string, JsonValue> = { ...state.state };
  for (const [slug, diff] of Object.entries(row.diffs)) {
    const oldValue: JsonValue = Array.isArray(diff) ? diff[0] : undefined;
    if (oldValue === null || oldValue === undefined) {
      delete before[slug];
    } else {
      before[slug] = oldValue;
    }
  }
  const { typePath, projectId } = before;
  return {
    ...state,
    typePath: typeof typePath === "string" ? typePath : state.typePath,
    projectId: "projectId" in row.diffs ? textOrNull(projectId) : state.projectId,
    version: row.entity_version - 1,
    state: before,
    updatedOn: null,
    updatedById: null,
  };
}

function textOrNull(value: JsonValue): string | null {
  return typeof value === "string" ? value : null;
}

/** The record that left the entity as it was at the moment tells the rest exactly, while it is kept. */
async function withWhoAndWhen(
  tx: Transaction,
  orgId: string,
  entity: EntityToday,
  { place, state }: { readonly place: Position; readonly state: EntityState },
): Promise<EntityState> {
  const before = backwards(orgId, entity, { after: logBeginning, until: place });
  const [last] = await findChanges(tx, before, 1);
  const made = state.createdOn === null ? await findCreate(tx, before) : undefined;
  return {
    ...state,
    ...(last === undefined ? {} : whatItLeft(last)),
    ...(made === undefined ? {} : { createdOn: made.created_on, createdById: made.actor_id }),
  };
}

function whatItLeft(row: ChangeRow) {
  return {
    typePath: row.type_path,
    projectId: row.project_id,
    version: row.entity_version,
    updatedOn: row.created_on,
    updatedById: row.actor_id,
  };
}
