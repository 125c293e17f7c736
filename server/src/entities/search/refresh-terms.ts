import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { loadTypeTree } from "../../entity-types/load-type-tree.ts";
import type { PostgresDatabase, Transaction } from "../../platform/database/database.ts";
import type { Job } from "../../platform/jobs/job.ts";
import type { JobRequest } from "../../platform/jobs/job-store.ts";
import type { Entity } from "../model/entity.ts";
import { findEntities } from "../model/entity-store.ts";
import { entityTerms, familyIdOf } from "./entity-terms.ts";
import {
  findIds,
  findIdsContaining,
  findIdsWithoutTerms,
  findTypesWithoutTerms,
  lockUnlocked,
  type OrgType,
  refreshTask,
  saveTerms,
} from "./terms-store.ts";

const payloadSchema = z.strictObject({
  orgId: z.string(),
  entityType: z.string(),
  /** Only the entities whose properties contain one of these. */
  containing: z.array(z.record(z.string(), z.unknown())).optional(),
});

/** For a write that changes the terms of families: their options are found by them too. */
export function optionTermsJob(orgId: string, familyIds: readonly string[]): JobRequest {
  const containing = familyIds.map((itemFamilyId) => ({ itemFamilyId }));
  return { task: refreshTask, payload: { orgId, entityType: "item", containing } };
}

/** For a change of what the terms of a type depend on: its searchable properties, or the labels of their options. */
export function typeTermsJob(orgId: string, entityType: string): JobRequest {
  return { task: refreshTask, payload: { orgId, entityType }, key: entityType };
}

/**
 * Computes terms again after a change of something other than the entity, and, by the schedule, those of rows that lack
 * them.
 */
export function refreshTermsJob(db: PostgresDatabase): Job {
  return {
    task: refreshTask,
    schedule: "* * * * *",
    async run(payload, stopping) {
      const asked = payloadSchema.safeParse(payload);
      if (asked.success) {
        const { containing, ...orgType } = asked.data;
        const home = db.ofOrg(orgType.orgId);
        const ids = containing && (await findIdsContaining(home, orgType, containing));
        await refreshAll(home, orgType, ids === undefined ? pages(home, orgType, findIds) : batchesOf(ids), stopping);
        return;
      }
      await refreshOutdated(db, stopping);
    },
  };
}

/** An org for which it fails does not keep others from their terms. */
async function refreshOutdated(db: PostgresDatabase, stopping: AbortSignal): Promise<void> {
  const errors: unknown[] = [];
  for (const orgType of await findTypesWithoutTerms(db)) {
    const home = db.ofOrg(orgType.orgId);
    await refreshAll(home, orgType, pages(home, orgType, findIdsWithoutTerms), stopping).catch((error: unknown) => {
      stopping.throwIfAborted();
      errors.push(error);
    });
  }
  if (errors.length > 0) {
    throw new AggregateError(errors, `the terms of ${errors.length} kinds of entities were not computed`);
  }
}

const batchRows = 500;

function* batchesOf(ids: readonly string[]): Iterable<readonly string[]> {
  for (let start = 0; start < ids.length; start += batchRows) {
    yield ids.slice(start, start + batchRows);
  }
}

async function* pages(db: PostgresDatabase, orgType: OrgType, find: typeof findIds): AsyncIterable<readonly string[]> {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const ids = await find(db, orgType, { after, limit: batchRows });
    yield ids;
    after = ids.at(-1);
  }
}

const busyRetryMs = 50;

/** Rows that others are writing are tried again last. */
async function refreshAll(
  db: PostgresDatabase,
  orgType: OrgType,
  batches: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
  stopping: AbortSignal,
): Promise<void> {
  let busy: string[] = [];
  for await (const ids of batches) {
    stopping.throwIfAborted();
    busy.push(...(await db.transaction((tx) => refresh(tx, orgType, ids))));
  }
  while (busy.length > 0) {
    await delay(busyRetryMs, undefined, { signal: stopping });
    const still: string[] = [];
    for (const ids of batchesOf(busy)) {
      still.push(...(await db.transaction((tx) => refresh(tx, orgType, ids))));
    }
    busy = still;
  }
}

/** Returns the ids of rows that others are writing. Types and families are read once the rows are locked. */
async function refresh(tx: Transaction, orgType: OrgType, ids: readonly string[]): Promise<readonly string[]> {
  const { orgId } = orgType;
  const entities = await lockUnlocked(tx, orgType, ids);
  const types = await loadTypeTree(tx, orgId, 0);
  const familyIds = entities.map(familyIdOf).filter((id) => id !== undefined);
  const families = familyIds.length === 0 ? [] : await findEntities(tx, orgId, "item", [...new Set(familyIds)]);
  const byId = new Map(families.map((family) => [family.id, family]));
  const searched = (entity: Entity) => ({ entity, type: types.typeAt(entity.typePath) });
  const rows = entities.map((entity) => {
    const family = byId.get(familyIdOf(entity) ?? "");
    return { id: entity.id, terms: entityTerms(orgId, { ...searched(entity), family: family && searched(family) }) };
  });
  await saveTerms(tx, orgType, rows);
  const done = new Set(entities.map(({ id }) => id));
  const missing = ids.filter((id) => !done.has(id));
  const busy = missing.length === 0 ? [] : await findEntities(tx, orgId, orgType.entityType, missing);
  return busy.map(({ id }) => id);
}
