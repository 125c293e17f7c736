import { randomInt } from "node:crypto";
import { announceAccess } from "../access/administration.ts";
import type { AuditAct, AuditLog, AuditTrail } from "../access/audit/audit-log.ts";
import {
  countRowsOfUser,
  deleteLoginFailures,
  deleteValuesOfFailedSignIns,
  deleteValuesOfUser,
  type ErasedSubject,
  type ErasedUserRow,
  findAuditWindowEnd,
  findKnownValues,
  finishErasure,
  insertErasedUser,
  isKnownToAudit,
  type KnownValues,
  listUnfinishedErasures,
} from "../access/erased-user-store.ts";
import { recordEndedSessions } from "../access/sessions/sign-in.ts";
import { findUser, type UserRow } from "../access/user-store.ts";
import { deleteUnlessLastOwner, lockUserAmongOwners } from "../access/users/change-user.ts";
import { renameInPublishes } from "../assortments/publish-change-store.ts";
import {
  findWindowEnd,
  hasChangesOf,
  renameInChanges,
  renameInWorkflowChanges,
  startOfLog,
} from "../changes/purged-change-store.ts";
import { deleteIdempotencyKeysOf } from "../entities/idempotency/idempotency-store.ts";
import { cancelLoadsOf, hasLoadOf, hasRunningLoad, renameInLoads } from "../loader/load-erasure-store.ts";
import type { PostgresDatabase, Transaction } from "../platform/database/database.ts";
import type { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import { minuteMs } from "../platform/durations.ts";
import { notFound } from "../platform/errors.ts";
import type { Job } from "../platform/jobs/job.ts";
import { countPrivateViewsOf } from "../views/saved-view-store.ts";
import {
  renameInCallbacks,
  renameInProcessFailures,
  renameInRestartedTasks,
  renameInRestarts,
  renameInTaskFailures,
  renameInTaskLogs,
  renameInWorkflowVersions,
} from "../workflows/workflow-erasure-store.ts";
import type { PersonalTable, TableOfUser } from "./personal-data.ts";

export interface ErasureServices {
  readonly db: PostgresDatabase;
  readonly bus: WakeUpBus;
  readonly audit: AuditLog;
}

export interface UserErasure {
  readonly orgId: string;
  readonly userId: string;
  readonly act: AuditAct;
  /** Throws if the user may not be erased. Not called for a user who was deleted before. */
  requireErasable?(tx: Transaction, user: UserRow): Promise<void>;
}

type ErasedRows = Partial<Record<PersonalTable, number>>;

export interface ErasureReport {
  readonly id: string;
  readonly pseudonym: string;
  readonly erasedOn: Date;
  /** Changed and deleted rows by table. */
  readonly rows: ErasedRows;
}

/**
 * Erases a user's personal data in the org. First the user and all of their credentials are deleted, so that nothing
 * new is written for them; then stored values are replaced, in batches. What a request that was already running writes
 * meanwhile is replaced by finishErasures. Safe to repeat: the pseudonym stays the same.
 */
export async function eraseUser(services: ErasureServices, erasure: UserErasure): Promise<ErasureReport> {
  const { db, bus, audit } = services;
  const { orgId, userId, act } = erasure;
  // Before the transaction, because others wait for it: without a user it may read the whole log.
  if ((await findUser(db, orgId, userId)) === undefined && !(await hasTraceOfUser(db.forLongWork(), orgId, userId))) {
    throw notFound("user", userId);
  }
  const removed = await audit.transaction(db, orgId, act, (tx, trail) => removeUser(tx, trail, erasure));
  announceAccess(bus);
  const { erased, values } = removed;
  const replaced = await replacePersonalData(db.forLongWork(), orgId, { ...erased, values });
  return {
    id: userId,
    pseudonym: erased.pseudonym,
    erasedOn: erased.erased_on,
    rows: nonZero({ ...removed.rows, ...replaced }),
  };
}

/** Whether the org knows of a user with this id, who may be deleted. */
async function hasTraceOfUser(db: PostgresDatabase, orgId: string, userId: string): Promise<boolean> {
  return (
    (await isKnownToAudit(db, orgId, userId)) ||
    (await hasLoadOf(db, orgId, userId)) ||
    (await hasChangesOf(db, orgId, userId))
  );
}

interface RemovedUser {
  readonly erased: ErasedUserRow;
  readonly values: KnownValues;
  readonly rows: Record<TableOfUser, number>;
}

async function removeUser(tx: Transaction, trail: AuditTrail, erasure: UserErasure): Promise<RemovedUser> {
  const { orgId, userId } = erasure;
  const user = await lockUserAmongOwners(tx, orgId, userId);
  const rows = {
    users: user === undefined ? 0 : 1,
    ...(await countRowsOfUser(tx, orgId, userId)),
    saved_views: await countPrivateViewsOf(tx, orgId, userId),
  };
  if (user !== undefined) {
    await erasure.requireErasable?.(tx, user);
    await recordEndedSessions(tx, { orgId, userId, trail }, () => deleteUnlessLastOwner(tx, orgId, user));
  }
  await cancelLoadsOf(tx, orgId, userId);
  const erased = await choosePseudonym(tx, orgId, userId);
  await trail.record({
    action: "user.erase",
    target: { type: "user", id: userId },
    after: { pseudonym: erased.pseudonym },
  });
  return { erased, values: valuesOfUser(user), rows };
}

function valuesOfUser(user: UserRow | undefined): KnownValues {
  return user === undefined
    ? { names: [], emails: [], addresses: [] }
    : { names: [user.name], emails: [user.email], addresses: [] };
}

// Without letters and digits that look alike.
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const pseudonymLength = 5;

async function choosePseudonym(tx: Transaction, orgId: string, id: string): Promise<ErasedUserRow> {
  for (;;) {
    const letters = Array.from({ length: pseudonymLength }, () => alphabet[randomInt(alphabet.length)]);
    const erased = await insertErasedUser(tx, orgId, { id, pseudonym: `user ${letters.join("")}` });
    if (erased !== undefined) {
      return erased;
    }
  }
}

interface Replacement extends ErasedSubject {
  readonly values: KnownValues;
}

type Replacer = (db: PostgresDatabase, orgId: string, subject: Replacement) => Promise<number>;

/** Every table with personal data beside those that the user's own row and credentials are in. */
const replacers: Readonly<Record<Exclude<PersonalTable, TableOfUser>, Replacer>> = {
  changes: async (db, orgId, subject) =>
    (await replaceInChanges(db, orgId, subject)) + (await forEachName(renameInWorkflowChanges)(db, orgId, subject)),
  assortment_publish_changes: inTransaction(renameInPublishes),
  event_workflow_restarts: async (db, orgId, subject) =>
    (await inTransaction(renameInRestarts)(db, orgId, subject)) +
    (await forEachName(renameInRestartedTasks)(db, orgId, subject)),
  event_workflow_callbacks: inTransaction(renameInCallbacks),
  event_workflow_versions: inTransaction(renameInWorkflowVersions),
  event_workflow_processes: forEachName(renameInProcessFailures),
  event_workflow_tasks: forEachName(renameInTaskFailures),
  event_workflow_task_logs: forEachName(renameInTaskLogs),
  loads: inTransaction(renameInLoads),
  idempotency_keys: inTransaction((tx, orgId, { id }) => deleteIdempotencyKeysOf(tx, orgId, id)),
  login_failures: inTransaction((tx, orgId, { values: { emails } }) => deleteLoginFailures(tx, orgId, emails)),
  // Last: it has the values that the others search for, if one of them fails and the erasure is repeated.
  audit_personal_values: deleteFromAudit,
};

function inTransaction(replace: (tx: Transaction, orgId: string, subject: Replacement) => Promise<number>): Replacer {
  return (db, orgId, subject) => db.transaction((tx) => replace(tx, orgId, subject));
}

function forEachName(
  rename: (tx: Transaction, orgId: string, pseudonym: string, name: string) => Promise<number>,
): Replacer {
  return inTransaction(async (tx, orgId, { pseudonym, values }) => {
    let count = 0;
    for (const name of values.names) {
      count += await rename(tx, orgId, pseudonym, name);
    }
    return count;
  });
}

async function replacePersonalData(db: PostgresDatabase, orgId: string, subject: Replacement): Promise<ErasedRows> {
  const audited = await findKnownValues(db, orgId, subject.id);
  const values = {
    names: unique([...subject.values.names, ...audited.names]),
    emails: unique([...subject.values.emails, ...audited.emails]),
    addresses: unique(audited.addresses),
  };
  const counts: [string, number][] = [];
  for (const [table, replace] of Object.entries(replacers)) {
    counts.push([table, await replace(db, orgId, { ...subject, values })]);
  }
  return Object.fromEntries(counts);
}

// Small enough that no writer waits for a batch.
const recordsAtATime = 10_000;

async function replaceInChanges(db: PostgresDatabase, orgId: string, subject: ErasedSubject): Promise<number> {
  let after = startOfLog;
  let count = 0;
  for (;;) {
    const until = await findWindowEnd(db, orgId, after, recordsAtATime);
    if (until === undefined) {
      return count;
    }
    const window = { after, until };
    count += await db.transaction((tx) => renameInChanges(tx, orgId, subject, window));
    after = until;
  }
}

/** First those of failed sign-ins: the values about the user show which ones these are. */
async function deleteFromAudit(db: PostgresDatabase, orgId: string, { id, values }: Replacement): Promise<number> {
  const subject = { userId: id, values: [...values.emails, ...values.addresses] };
  let count = 0;
  for (let after = 0; ; ) {
    const until = await findAuditWindowEnd(db, orgId, after, recordsAtATime);
    if (until === undefined) {
      break;
    }
    const window = { after, until };
    count += await db.transaction((tx) => deleteValuesOfFailedSignIns(tx, orgId, subject, window));
    after = until;
  }
  for (let deleted = recordsAtATime; deleted === recordsAtATime; count += deleted) {
    deleted = await db.transaction((tx) => deleteValuesOfUser(tx, orgId, id, recordsAtATime));
  }
  return count;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}

function nonZero(rows: ErasedRows): ErasedRows {
  return Object.fromEntries(Object.entries(rows).filter(([, count]) => count > 0));
}

// Longer than any request runs.
const finishAfterMs = 10 * minuteMs;
const erasuresAtATime = 100;

/**
 * Replaces what requests and loads of erased users that were already running wrote during the erasure. An erasure whose
 * user still has a load running waits for the next run.
 */
export async function finishErasures(db: PostgresDatabase, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - finishAfterMs);
  for (const { org_id: orgId, ...erased } of await listUnfinishedErasures(db, before, erasuresAtATime)) {
    if (!(await hasRunningLoad(db, orgId, erased.id))) {
      await replacePersonalData(db, orgId, { ...erased, values: valuesOfUser(undefined) });
      await db.transaction((tx) => finishErasure(tx, orgId, erased));
    }
  }
}

export function erasureJobs(db: PostgresDatabase): Job[] {
  return [{ task: "finish-erasures", schedule: "*/10 * * * *", run: () => finishErasures(db) }];
}
