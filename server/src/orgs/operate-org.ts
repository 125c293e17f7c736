import type { AuditTrail } from "../access/audit/audit-log.ts";
import { lockOrg, type OrgRow } from "../access/org-store.ts";
import { requireFreeSlug } from "../access/orgs/change-org.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { conflict, invalidField, notFound } from "../platform/errors.ts";
import { isImporting } from "./archive/archive-store.ts";
import { cancelDeletion, findOpenDeletion, saveDeletion } from "./deletion-store.ts";
import { deleteFormerSlug, saveFormerSlug, saveSlug } from "./org-directory-store.ts";
import {
  endSuspension,
  extendIdempotencyKeys,
  extendTasks,
  extendTaskTokens,
  extendUploads,
  extendWebhooks,
  saveSuspension,
} from "./suspension-store.ts";

/** An operator's change of an org, in a transaction that has opened its audit log. */
export interface OrgOperation {
  readonly tx: Transaction;
  readonly trail: AuditTrail;
  readonly orgId: string;
}

const formerSlugDays = 90;
const deletionReason = "Its deletion was requested.";
// Longer than a statement of an API request may take by default.
const graceSeconds = 60;
const daySeconds = 86_400;

export async function suspendOrg({ tx, trail, orgId }: OrgOperation, reason: string): Promise<void> {
  const org = await requireLocked(tx, orgId);
  await saveSuspension(tx, orgId, reason);
  const before = { isSuspended: org.suspended_on !== null, reason: org.suspension_reason };
  await trail.record({
    action: "org.suspend",
    target: { type: "org", id: orgId },
    before,
    after: { isSuspended: true, reason },
  });
}

/**
 * Also cancels a deletion that has not started. Nothing changes for an org that is not suspended. One whose import is not
 * complete stays suspended.
 */
export async function resumeOrg({ tx, trail, orgId }: OrgOperation): Promise<void> {
  const org = await requireLocked(tx, orgId);
  const deletion = await findOpenDeletion(tx, orgId);
  if (org.suspended_on === null) {
    return;
  }
  const isIncomplete = await isImporting(tx, orgId);
  if (isIncomplete && deletion === undefined) {
    throw conflict(
      `The import of ${org.slug} is not complete. Repeat it with the same archive and options, or delete ${org.slug}.`,
    );
  }
  await cancelDeletion(tx, orgId);
  if (!isIncomplete) {
    await endPause(tx, orgId);
  }
  await trail.record({
    action: "org.resume",
    target: { type: "org", id: orgId },
    before: { isSuspended: true, reason: org.suspension_reason, isDeletionRequested: deletion !== undefined },
    after: {
      isSuspended: isIncomplete,
      reason: isIncomplete ? org.suspension_reason : null,
      isDeletionRequested: false,
    },
  });
}

/** What could not be done during the suspension has as much time left as before it. */
async function endPause(tx: Transaction, orgId: string): Promise<void> {
  await extendTasks(tx, orgId);
  await extendTaskTokens(tx, orgId);
  await extendWebhooks(tx, orgId);
  await extendUploads(tx, orgId);
  await extendIdempotencyKeys(tx, orgId);
  await endSuspension(tx, orgId);
}

/** The old slug stays valid for 90 days. An org can return to a former slug of its own. */
export async function renameOrg({ tx, trail, orgId }: OrgOperation, slug: string): Promise<void> {
  await requireFreeSlug(tx, slug, orgId);
  const org = await requireLocked(tx, orgId);
  if (org.slug === slug) {
    return;
  }
  await deleteFormerSlug(tx, orgId, slug);
  await saveSlug(tx, orgId, slug);
  await saveFormerSlug(tx, orgId, { slug: org.slug, validDays: formerSlugDays });
  const target = { type: "org", id: orgId };
  await trail.record({ action: "org.rename", target, before: { slug: org.slug }, after: { slug } });
}

export async function releaseSlug({ tx, trail, orgId }: OrgOperation, slug: string): Promise<void> {
  await requireLocked(tx, orgId);
  if (!(await deleteFormerSlug(tx, orgId, slug))) {
    throw notFound("former slug", slug);
  }
  await trail.record({ action: "org.release-slug", target: { type: "org", id: orgId }, before: { slug } });
}

export interface DeletionInput {
  /** Must be the current slug. */
  readonly confirm: string;
  readonly waitDays: number;
  readonly now: boolean;
  readonly requestedBy: string;
}

/** Suspends the org. A job deletes it when the waiting time is over; until then, a resume cancels it. */
export async function requestDeletion({ tx, trail, orgId }: OrgOperation, input: DeletionInput): Promise<void> {
  const org = await requireLocked(tx, orgId);
  if (input.confirm !== org.slug) {
    throw invalidField(
      "#/confirm",
      `To confirm the deletion, repeat the current slug of the organization: ${org.slug}.`,
    );
  }
  if (input.now && org.suspended_on === null) {
    throw conflict(`Only a suspended organization can be deleted without a waiting time. Suspend ${org.slug} first.`);
  }
  await saveSuspension(tx, orgId, org.suspension_reason ?? deletionReason);
  const waitSeconds = input.now ? graceSeconds : Math.round(input.waitDays * daySeconds);
  const deletion = await saveDeletion(tx, orgId, {
    slug: org.slug,
    requestedBy: input.requestedBy,
    waitSeconds,
    isImmediate: input.now,
  });
  const after = { dueOn: new Date(deletion.due_on).toISOString() };
  await trail.record({ action: "org.request-deletion", target: { type: "org", id: orgId }, after });
}

async function requireLocked(tx: Transaction, orgId: string): Promise<OrgRow> {
  const org = await lockOrg(tx, orgId);
  if (org === undefined) {
    throw notFound("organization", orgId);
  }
  await requireNotBeingDeleted(tx, org);
  return org;
}

/** Of an org that is being deleted, nothing may change: what is written now, its audit log included, may stay behind. */
export async function requireNotBeingDeleted(db: Database, org: OrgRow): Promise<void> {
  const deletion = await findOpenDeletion(db, org.id);
  if (deletion !== undefined && deletion.started_on !== null) {
    throw conflict(`The deletion of ${org.slug} has started and cannot be canceled.`);
  }
}
