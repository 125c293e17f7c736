import type { AuditAction } from "@weft/contract";
import type { AuditOrigin } from "../access/audit/audit-entry.ts";
import { type AuditLog, type AuditTrail, actorOfCaller } from "../access/audit/audit-log.ts";
import { notesOfChange } from "../access/audit/kind-audit.ts";
import type { Caller } from "../access/caller.ts";
import { lockFeed, openFeed } from "../changes/change-log-store.ts";
import { changesTopic } from "../changes/log-watch.ts";
import { type ChangeFormat, changeOfStep, recordChanges } from "../changes/record-changes.ts";
import type { TypeCatalog } from "../entities/model/type-catalog.ts";
import type { Writer } from "../entities/model/write-request.ts";
import type { PostgresDatabase, Transaction } from "../platform/database/database.ts";
import type { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import { notFound } from "../platform/errors.ts";
import { differingKeys } from "../platform/same-json.ts";
import type { ChangeableKind, ChangeOptions, CreatedDocument, EntityKind, KindDocument } from "./entity-kind.ts";
import { changedFields, requireConditions, requireFields, requireRightToChange, shownTo } from "./kind-checks.ts";

export interface KindServices {
  readonly db: PostgresDatabase;
  readonly bus: WakeUpBus;
  readonly types: TypeCatalog;
  readonly audit: AuditLog;
}

/** Who makes the change, and on which conditions. */
export interface KindCall {
  readonly caller: Caller;
  readonly writer: Writer;
  readonly origin: AuditOrigin;
  readonly isForced: boolean;
  readonly isDryRun: boolean;
  readonly expectedVersion: number | undefined;
}

export async function readKind<Update>(
  services: KindServices,
  kind: ChangeableKind<Update>,
  caller: Caller,
  id: string,
): Promise<KindDocument> {
  kind.requireRight(caller, "read", id);
  return shownTo(caller, kind.name, requireFound(kind, id, await kind.find(services.db, caller, id)));
}

/** All documents that the caller may see, with the fields that it may see of each. */
export async function listKind<Create, Update>(
  services: KindServices,
  kind: EntityKind<Create, Update>,
  caller: Caller,
): Promise<readonly KindDocument[]> {
  kind.requireRight(caller, "read", "list");
  return (await kind.list(services.db, caller)).map((document) => shownTo(caller, kind.name, document));
}

export async function createKind<Create extends object, Update>(
  services: KindServices,
  kind: EntityKind<Create, Update>,
  call: KindCall,
  body: Create,
): Promise<CreatedDocument> {
  kind.requireRight(call.caller, "create", "list");
  requireFields(call.caller, "create", kind.name, Object.keys(body));
  const prepared = (await kind.prepareCreate?.(body)) ?? body;
  const action = typeof kind.audit === "string" ? undefined : (`${kind.audit.as}.create` as const);
  return change(services, kind, { call, action, body: prepared }, async (tx, options) => {
    const created = await kind.create(tx, call.caller, prepared, options);
    const result = { ...created, document: shownTo(call.caller, kind.name, created.document) };
    return { result, before: undefined, after: created.document };
  });
}

/** Applies the body. A body that changes nothing keeps the version. */
export async function updateKind<Update extends object>(
  services: KindServices,
  kind: ChangeableKind<Update>,
  call: KindCall,
  { id, body }: { readonly id: string; readonly body: Update },
): Promise<KindDocument> {
  const { caller } = call;
  requireRightToChange(kind, caller, "update", id);
  const prepared = (await kind.prepareUpdate?.(body)) ?? body;
  const action = typeof kind.audit === "string" ? undefined : (`${kind.audit.as}.update` as const);
  return change(services, kind, { call, action, body: prepared }, async (tx, options) => {
    const before = await requireHeld(tx, kind, caller, id);
    requireConditions(call.expectedVersion, prepared, before);
    // Compared with what the caller may see, so that a correct guess at a hidden field is not revealed either.
    requireFields(caller, "update", kind.name, changedFields(prepared, shownTo(caller, kind.name, before)));
    const isSame = changedFields(prepared, before).length === 0;
    const after = isSame ? before : await kind.update(tx, caller, { before, body: prepared }, options);
    return { result: shownTo(caller, kind.name, after), before, after };
  });
}

interface KindAct {
  readonly id: string;
  /** The name in the audit log. */
  readonly action: AuditAction;
  act(tx: Transaction, caller: Caller): Promise<KindDocument>;
}

/** A change without a body, such as a rotation. Requires the right to update. */
export async function actOnKind<Update>(
  services: KindServices,
  kind: ChangeableKind<Update>,
  call: KindCall,
  { id, action, act }: KindAct,
): Promise<KindDocument> {
  const { caller } = call;
  requireRightToChange(kind, caller, "update", id);
  return change(services, kind, { call, action, body: {} }, async (tx) => {
    const before = await requireHeld(tx, kind, caller, id);
    const after = await act(tx, caller);
    return { result: shownTo(caller, kind.name, after), before, after };
  });
}

export async function removeKind<Create, Update>(
  services: KindServices,
  kind: EntityKind<Create, Update>,
  call: KindCall,
  id: string,
): Promise<void> {
  const { caller } = call;
  requireRightToChange(kind, caller, "delete", id);
  const action = typeof kind.audit === "string" ? undefined : (`${kind.audit.as}.delete` as const);
  await change(services, kind, { call, action, body: {} }, async (tx, options) => {
    const before = await requireHeld(tx, kind, caller, id);
    requireConditions(call.expectedVersion, {}, before);
    await kind.remove(tx, caller, before, options);
    return { result: undefined, before, after: undefined };
  });
}

interface Changed<Result> {
  readonly result: Result;
  readonly before: KindDocument | undefined;
  readonly after: KindDocument | undefined;
}

interface Act {
  readonly call: KindCall;
  /** The name in the audit log; undefined if the kind is not audited. */
  readonly action: AuditAction | undefined;
  readonly body: object;
}

async function change<Update, Result>(
  { db: shared, bus, types, audit }: KindServices,
  kind: ChangeableKind<Update>,
  { call, action, body }: Act,
  work: (tx: Transaction, options: ChangeOptions) => Promise<Changed<Result>>,
): Promise<Result> {
  const orgId = call.caller.org.id;
  // May scan all entities of the org.
  const db = kind.shapesWrites ? shared.forLongWork() : shared;
  const write = async (tx: Transaction) => {
    // The audit head is locked first, before the feed row and all other rows: see AuditLog.open.
    const isAudited = kind.audit !== "none" && !call.isDryRun;
    const trail = isAudited ? await openTrail(tx, audit, call) : undefined;
    // No entity may be written between the check of the stored entities and the commit of the rules they are checked
    // against.
    const typesVersion = kind.shapesWrites ? await holdFeed(tx, orgId) : undefined;
    const changed = await work(tx, { isForced: call.isForced, trail });
    const hasChanged = changed.before !== changed.after;
    if (hasChanged && trail !== undefined && action !== undefined) {
      await recordAct(trail, kind, { ...changed, action, body });
    }
    if (hasChanged && kind.hasHistory) {
      const step = { before: recorded(kind, changed.before), after: recorded(kind, changed.after) };
      await recordChanges(tx, orgId, changeOfStep(step, call.writer.author, changesOf(kind.name)), {
        typesVersion: typesVersion ?? (await holdFeed(tx, orgId)),
        changesTypes: kind.shapesWrites,
      });
    }
    return { result: changed.result, isChanged: hasChanged };
  };
  if (call.isDryRun) {
    return (await db.planOnly(write)).result;
  }
  const commit = () => db.transaction(write);
  const { result, isChanged } = await (kind.audit === "none" ? commit() : audit.inTurn(orgId, commit));
  if (isChanged) {
    kind.announce?.(orgId);
    if (kind.shapesWrites) {
      types.announceChange(orgId);
    }
    if (kind.hasHistory) {
      bus.publish(changesTopic, orgId);
    }
  }
  return result;
}

function recorded<Update>(kind: ChangeableKind<Update>, document: KindDocument | undefined): KindDocument | undefined {
  return document === undefined || kind.recorded === undefined ? document : kind.recorded(document);
}

function openTrail(tx: Transaction, audit: AuditLog, { caller, origin }: KindCall): Promise<AuditTrail> {
  return audit.open(tx, caller.org.id, { actor: actorOfCaller(caller), origin });
}

async function recordAct<Update>(
  trail: AuditTrail,
  kind: ChangeableKind<Update>,
  act: Pick<Changed<unknown>, "before" | "after"> & { readonly action: AuditAction; readonly body: object },
): Promise<void> {
  const { id } = act.after ?? act.before ?? {};
  if (typeof kind.audit === "string" || id === undefined) {
    return;
  }
  for (const note of notesOfChange(kind.audit, { ...act, id })) {
    await trail.record(note);
  }
}

async function holdFeed(tx: Transaction, orgId: string): Promise<number> {
  await openFeed(tx, orgId);
  return (await lockFeed(tx, orgId)) ?? 0;
}

// Fields that the record already has, and fields that change with every update.
const unreported = new Set(["id", "entityType", "version", "createdOn", "updatedOn", "createdById", "updatedById"]);

function changesOf(name: string): ChangeFormat<KindDocument> {
  return {
    subjectOf: ({ id, federatedId }) => ({
      entityType: name,
      entityId: id,
      typePath: name,
      projectId: null,
      federatedId: typeof federatedId === "string" ? federatedId : null,
    }),
    stateAsText: (document) => {
      const fields = Object.entries(document).filter(([field, value]) => !unreported.has(field) && value !== null);
      return JSON.stringify(Object.fromEntries(fields));
    },
    diffsOf: (before, after) => {
      const fields = differingKeys(before, after).filter((field) => !unreported.has(field));
      return Object.fromEntries(fields.map((field) => [field, [before[field] ?? null, after[field] ?? null]]));
    },
  };
}

/** The current document, locked until the transaction ends. */
async function requireHeld<Update>(
  tx: Transaction,
  kind: ChangeableKind<Update>,
  caller: Caller,
  id: string,
): Promise<KindDocument> {
  const found = kind.lock === undefined ? await kind.find(tx, caller, id) : await kind.lock(tx, caller, id);
  return requireFound(kind, id, found);
}

function requireFound<Update>(
  kind: ChangeableKind<Update>,
  id: string,
  document: KindDocument | undefined,
): KindDocument {
  if (document === undefined) {
    throw notFound(kind.name, id);
  }
  return document;
}
