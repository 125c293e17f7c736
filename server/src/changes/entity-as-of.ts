import type { Budget } from "../platform/budgets/budget.ts";
import type { BoundedRows } from "../platform/database/bounded-query.ts";
import type { ReadingDatabase } from "../platform/database/replica-reads.ts";
import type { JsonValue } from "../platform/json-value.ts";
import { type ChangeRow, positionOf } from "./change.ts";
import type { EntityKey } from "./change-criteria.ts";
import { comparePositions, type LogRange, logBeginning, type Position } from "./change-cursor.ts";
import { type Creation, findChanges, findCreate, findHorizon, findLogEnd } from "./change-history-store.ts";
import { forceIndexScans, type Scan } from "./change-scan-store.ts";
import { changesExpired } from "./require-place.ts";

/** An entity at one point in time. Null for values that only deleted records contain. */
export interface EntityState {
  readonly typePath: string;
  readonly projectId: string | null;
  readonly version: number;
  /** The typePath, name, federatedId and properties by slug, as in a create record. */
  readonly state: Readonly<Record<string, JsonValue>>;
  readonly createdOn: Date | null;
  readonly updatedOn: Date | null;
  readonly createdById: string | null;
  readonly updatedById: string | null;
}

export interface EntityToday extends EntityKey {
  /** The current entity; undefined if it is deleted. */
  readonly current: EntityState | undefined;
  /** Bounds each read of the log. */
  readonly budget: Budget;
}

/** A position in the log, or a time, including all changes made at that time. */
export type AsOf = Position | Date;

type State = EntityState | undefined;

const changesAtATime = 1_000;

/**
 * Returns the entity at a point in time, or undefined if it did not exist. Computed backwards from the current state,
 * because the create record may have been deleted.
 */
export async function entityAsOf(
  db: ReadingDatabase,
  orgId: string,
  entity: EntityToday,
  asOf: AsOf,
): Promise<EntityState | undefined> {
  const place = placeOf(asOf);
  const horizon = await findHorizon(db, orgId, entity.entityType);
  if (horizon !== undefined && comparePositions(place, horizon) < 0) {
    throw changesExpired(horizon);
  }
  const state = await undoChanges(db, orgId, entity, place);
  return state === undefined ? undefined : withWhoAndWhen(db, orgId, entity, { place, state });
}

function placeOf(asOf: AsOf): Position {
  return asOf instanceof Date ? { stamp: asOf.getTime(), sequence: Number.MAX_SAFE_INTEGER } : asOf;
}

async function undoChanges(db: ReadingDatabase, orgId: string, entity: EntityToday, after: Position): Promise<State> {
  let state = entity.current;
  let until = await findLogEnd(db, orgId);
  for (;;) {
    const scan = backwards(orgId, entity, { after, until });
    const { rows, isCut } = await readChanges(db, scan, { limit: changesAtATime, budget: entity.budget });
    state = rows.reduce(undo, state);
    const last = rows.at(-1);
    if ((rows.length < changesAtATime && !isCut) || last === undefined) {
      return state;
    }
    const { sequence, stamp } = positionOf(last);
    until = { sequence: sequence - 1, stamp };
  }
}

/** The record of its deletion, if the entity is deleted and was not purged. */
export async function findDeletion(
  db: ReadingDatabase,
  orgId: string,
  entity: EntityKey,
  budget: Budget,
): Promise<ChangeRow | undefined> {
  const scan = backwards(orgId, entity, { after: logBeginning, until: await findLogEnd(db, orgId) });
  const [last] = (await readChanges(db, scan, { limit: 1, budget })).rows;
  return last?.action === "delete" && Object.keys(last.diffs).length > 0 ? last : undefined;
}

interface Slice {
  readonly limit: number;
  readonly budget: Budget;
}

/**
 * Reads as many changes as fit into the budget. The budget is released for the next read, because the rows are folded
 * into the state.
 */
function readChanges(db: ReadingDatabase, scan: Scan, { limit, budget }: Slice): Promise<BoundedRows<ChangeRow>> {
  budget.rewind(0);
  return budget.read(() =>
    db.transaction(async (tx) => {
      await forceIndexScans(tx);
      return findChanges(tx, scan, limit, budget);
    }),
  );
}

function backwards(orgId: string, { entityType, id }: EntityKey, range: LogRange): Scan {
  return { orgId, index: { by: "entity", entityType, entityId: id }, range, direction: "desc" };
}

/** The state before a change. */
function undo(state: State, row: ChangeRow): State {
  switch (row.action) {
    case "create":
      return undefined;
    case "delete":
      // Of a purged entity nothing is known.
      return Object.keys(row.diffs).length === 0 ? undefined : stateAtDelete(row);
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

/** The record that produced the state has the exact actor and time, while it is retained. */
async function withWhoAndWhen(
  db: ReadingDatabase,
  orgId: string,
  entity: EntityToday,
  { place, state }: { readonly place: Position; readonly state: EntityState },
): Promise<EntityState> {
  const before = backwards(orgId, entity, { after: logBeginning, until: place });
  const [last] = (await readChanges(db, before, { limit: 1, budget: entity.budget })).rows;
  const made = state.createdOn === null ? await readCreate(db, before) : undefined;
  return {
    ...state,
    ...(last === undefined ? {} : whatItLeft(last)),
    ...(made === undefined ? {} : { createdOn: made.created_on, createdById: made.actor_id }),
  };
}

function readCreate(db: ReadingDatabase, scan: Scan): Promise<Creation | undefined> {
  return db.transaction(async (tx) => {
    await forceIndexScans(tx);
    return findCreate(tx, scan);
  });
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
