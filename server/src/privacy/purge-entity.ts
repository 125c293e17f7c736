import { type AuditLog, type AuditTrail, actOfCaller } from "../access/audit/audit-log.ts";
import { requirePurgeRight, targetOf } from "../access/decide.ts";
import { stripMembers } from "../assortments/published-member-store.ts";
import {
  deleteHistory,
  findIdsInHistory,
  findLastChange,
  type PurgedEntities,
} from "../changes/purged-change-store.ts";
import type { EntityPurge } from "../entities/entity-services.ts";
import { deleteIdempotencyKeysWith } from "../entities/idempotency/idempotency-store.ts";
import { isStored } from "../entities/model/entity-store.ts";
import type { TypeCatalog } from "../entities/model/type-catalog.ts";
import type { EntityWriter } from "../entities/write/entity-writer.ts";
import type { FileStorage } from "../files/file.ts";
import { findFileIds } from "../files/file-store.ts";
import { removeBytes, takeOut } from "../files/remove-file.ts";
import type { PostgresDatabase, Transaction } from "../platform/database/database.ts";
import { conflict, notFound } from "../platform/errors.ts";
import { stripDeliveries } from "../webhooks/delivery-store.ts";
import { hasRunningProcess, stripProcesses } from "../workflows/workflow-erasure-store.ts";
import { fileSlugsOf, isFileUsed } from "./used-files.ts";

interface PurgeServices {
  readonly db: PostgresDatabase;
  readonly audit: AuditLog;
  readonly writer: EntityWriter;
  readonly types: TypeCatalog;
  readonly files: FileStorage;
}

/**
 * Deletes an entity with all that is stored about it: its history, events, data of runs, and files that only it uses.
 * Readers of the change history get a deletion that has only ids. Also for an entity that was deleted before.
 */
export function entityPurger(services: PurgeServices): (purge: EntityPurge) => Promise<void> {
  return async (purge) => {
    const { caller, draft } = purge;
    requirePurgeRight(caller);
    const orgId = caller.org.id;
    const { address, entityType } = draft;
    const isDeleted = "id" in address && !(await isStored(services.db, orgId, entityType, address.id));
    const keys = await services.audit.inTurn(orgId, () =>
      isDeleted ? purgeDeleted(services, purge, address.id) : purgeStored(services, purge),
    );
    // The request itself has succeeded; the job deletes what the store cannot delete now.
    await removeBytes(services.files, orgId, keys).catch(() => {});
  };
}

/** Returns the keys of the files' bytes. */
function purgeStored(services: PurgeServices, { caller, draft, writer, request }: EntityPurge): Promise<string[]> {
  const orgId = caller.org.id;
  return services.writer.run(orgId, async (write) => {
    const trail = await services.audit.open(write.tx, orgId, actOfCaller(caller, request));
    const [plan] = await write.add([{ draft, writer }]);
    if (plan === undefined || "problem" in plan) {
      throw plan?.problem ?? new Error("a write without a result");
    }
    const deleted = plan.steps.flatMap(({ before, after }) => (after === undefined && before ? [before] : []));
    const entities = {
      entityTypes: [...new Set(deleted.map(({ entityType }) => entityType))],
      ids: deleted.map(({ id }) => id),
    };
    const properties = deleted.map((entity) => entity.properties);
    return purgeTraces(services, write.tx, trail, { orgId, entities, properties, target: plan.entity });
  });
}

async function purgeDeleted(
  services: PurgeServices,
  { caller, draft: { entityType }, request }: EntityPurge,
  id: string,
): Promise<string[]> {
  const orgId = caller.org.id;
  return services.db.transaction(async (tx) => {
    const trail = await services.audit.open(tx, orgId, actOfCaller(caller, request));
    const last = await findLastChange(tx, orgId, entityType, id);
    if (last === undefined || last.action !== "delete") {
      throw notFound(entityType, id);
    }
    requirePurgeRight(caller, targetOf({ typePath: last.type_path, id, projectId: last.project_id }), id);
    const entities = { entityTypes: [entityType], ids: [id] };
    const target = { entityType, id };
    return purgeTraces(services, tx, trail, { orgId, entities, properties: [], target, keptSequence: last.sequence });
  });
}

interface Traces {
  readonly orgId: string;
  readonly entities: PurgedEntities;
  /** The last values of entities that this transaction deleted. */
  readonly properties: readonly object[];
  readonly target: { readonly entityType: string; readonly id: string };
  /** The deletion, if it is recorded already. */
  readonly keptSequence?: number;
}

async function purgeTraces(
  services: PurgeServices,
  tx: Transaction,
  trail: AuditTrail,
  { orgId, entities, properties, target, keptSequence }: Traces,
): Promise<string[]> {
  if (await hasRunningProcess(tx, orgId, entities)) {
    throw conflict("A run that this entity started is in progress. Cancel it, or wait until it has ended.");
  }
  const files = await findOwnFiles(services, tx, { orgId, entities, properties });
  const keys: string[] = [];
  for (const id of files) {
    keys.push(...(await takeOut(tx, orgId, { id, expectedVersion: undefined })));
  }
  const after = {
    entities: entities.ids.length,
    changes: await deleteHistory(tx, orgId, entities, keptSequence),
    runs: await stripProcesses(tx, orgId, entities),
    events: await stripDeliveries(tx, orgId, entities),
    files: files.length,
  };
  await stripMembers(tx, orgId, entities.ids);
  await deleteIdempotencyKeysWith(tx, orgId, entities.ids);
  await trail.record({ action: "entity.purge", target: { type: target.entityType, id: target.id }, after });
  return keys;
}

type OwnFiles = Pick<Traces, "orgId" | "entities" | "properties">;

/** Files that the entities have or had, and that nothing else uses. */
async function findOwnFiles(
  { types }: PurgeServices,
  tx: Transaction,
  { orgId, entities, properties }: OwnFiles,
): Promise<string[]> {
  const slugs = fileSlugsOf(await types.typesOf(orgId));
  const current = properties.flatMap((values) => Object.values(values).flat());
  const texts = [...current, ...(await findIdsInHistory(tx, orgId, entities))].filter((one) => typeof one === "string");
  const candidates = await findFileIds(tx, orgId, [...new Set(texts)]);
  const own: string[] = [];
  for (const id of candidates) {
    if (!(await isFileUsed(tx, orgId, id, slugs))) {
      own.push(id);
    }
  }
  return own;
}
