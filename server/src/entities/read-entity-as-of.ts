import type { Caller } from "../access/caller.ts";
import { decide, targetOf } from "../access/decide.ts";
import { parseStart } from "../changes/change-cursor.ts";
import { type AsOf, type EntityState, entityAsOf } from "../changes/entity-as-of.ts";
import type { Budget } from "../platform/budgets/budget.ts";
import type { ReadingDatabase } from "../platform/database/replica-reads.ts";
import { invalidField, notFound } from "../platform/errors.ts";
import type { JsonValue } from "../platform/json-value.ts";
import { type EntityTextRow, findEntityText } from "./model/entity-store.ts";
import { entityOfTextRow } from "./model/present-entity.ts";

interface Asked {
  readonly entityType: string;
  readonly id: string;
  /** A cursor of the change history, or a time. */
  readonly asOf: string;
}

/** An earlier state of an entity. A caller that may not read its current state may not read its past either. */
export async function readEntityAsOf(
  db: ReadingDatabase,
  caller: Caller,
  { entityType, id, asOf }: Asked,
  budget: Budget,
): Promise<Record<string, JsonValue>> {
  const parsed = parseAsOf(asOf);
  const orgId = caller.org.id;
  const row = await budget.read(() => findEntityText(db, orgId, { entityType, id }, budget));
  const isClosed = row !== undefined && !decide(caller, "read", targetOf(entityOfTextRow(row))).isAllowed;
  const current = row === undefined ? undefined : stateOfRow(row);
  const state = isClosed ? undefined : await entityAsOf(db, orgId, { entityType, id, current, budget }, parsed);
  const decision = state === undefined ? undefined : decide(caller, "read", targetOf({ ...state, id }));
  if (state === undefined || decision === undefined || !decision.isAllowed) {
    throw notFound(entityType, id);
  }
  const { fields } = decision;
  return presentState(entityType, id, state, (slug) => fields === "all" || fields.has(slug));
}

const timePattern = /^\d{4}-\d{2}-\d{2}T/;

export function parseAsOf(asOf: string): AsOf {
  if (timePattern.test(asOf)) {
    const time = new Date(asOf);
    if (Number.isNaN(time.getTime())) {
      throw invalidField("asOf", "asOf must be a time such as 2026-11-30T12:00:00Z, or a change history cursor.");
    }
    return time;
  }
  const start = parseStart("asOf", asOf);
  if (start === "beginning" || start === "now") {
    throw invalidField("asOf", "asOf must be a time such as 2026-11-30T12:00:00Z, or a change history cursor.");
  }
  return start;
}

function stateOfRow(row: EntityTextRow): EntityState {
  const entity = entityOfTextRow(row);
  return {
    ...entity,
    state: {
      typePath: entity.typePath,
      ...(entity.name === null ? {} : { name: entity.name }),
      ...(entity.federatedId === null ? {} : { federatedId: entity.federatedId }),
      ...entity.properties,
    },
  };
}

const alwaysShown = new Set(["typePath", "name", "federatedId"]);

function presentState(
  entityType: string,
  id: string,
  { state, version, createdOn, updatedOn, createdById, updatedById }: EntityState,
  isVisible: (slug: string) => boolean,
): Record<string, JsonValue> {
  const shown = Object.entries(state).filter(
    ([slug, value]) => value !== null && (alwaysShown.has(slug) || isVisible(slug)),
  );
  return {
    id,
    entityType,
    ...Object.fromEntries(shown),
    ...(createdOn === null ? {} : { createdOn: createdOn.toISOString() }),
    ...(updatedOn === null ? {} : { updatedOn: updatedOn.toISOString() }),
    ...(createdById === null ? {} : { createdById }),
    ...(updatedById === null ? {} : { updatedById }),
    version,
  };
}
