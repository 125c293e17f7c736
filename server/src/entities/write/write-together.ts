import { serializeChanges } from "../../changes/change-log-store.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { resultOf } from "../../platform/database/send-statements.ts";
import { errorCodeOf } from "../../platform/error-code.ts";
import type { WriteRequest } from "../model/write-request.ts";
import { boundedReads } from "./bounded-reads.ts";
import type { WriteContext } from "./open-write.ts";
import { rowsToWrite } from "./persist-store.ts";
import { type Planned, planAll } from "./plan-all.ts";
import { changesOf, stampAll } from "./planned-steps.ts";
import { PlanState } from "./state/plan-state.ts";
import { type OrgRows, writeTogether } from "./write-together-store.ts";

/** Drafts of one organization. */
export interface OrgWindow {
  readonly orgId: string;
  readonly requests: readonly WriteRequest[];
}

export interface OpenWindow extends OrgWindow {
  readonly context: WriteContext;
}

/** Organizations that kept others from being written: their types have changed meanwhile, or their rows are locked. */
export class HeldUpError extends Error {
  readonly orgIds: readonly string[];

  constructor(orgIds: readonly string[]) {
    super("organizations whose types have changed, or whose rows are locked");
    this.name = "HeldUpError";
    this.orgIds = orgIds;
  }
}

interface TogetherResult {
  readonly results: readonly Planned[];
  readonly hasChanges: boolean;
}

const lockTimeoutState = "55P03";

/**
 * Writes small windows of several organizations in one transaction: the cost of its round trips and of the commit is then
 * that of one. Returns the results by organization. Windows that are large, need more than
 * two reads, or other statements, are left out.
 */
export async function writeWindowsTogether(
  tx: Transaction,
  windows: readonly OpenWindow[],
): Promise<ReadonlyMap<string, TogetherResult>> {
  const settled = await tx.sideBySide(windows.map((window) => () => planWindow(tx, window)));
  const locked = windows.filter((_, index) => isLockTimeout(settled[index]));
  if (locked.length > 0) {
    throw new HeldUpError(locked.map(({ orgId }) => orgId));
  }
  const joined = settled.map(resultOf).filter((plan) => plan !== undefined);
  const orgs = joined.flatMap(({ write }) => write ?? []);
  const { insertedOn, updatedOn, staleOrgIds } = orgs.length === 0 ? nothingWritten() : await writeTogether(tx, orgs);
  if (staleOrgIds.length > 0) {
    throw new HeldUpError(staleOrgIds);
  }
  return new Map(
    joined.map(({ orgId, plans, write }) => [
      orgId,
      {
        results: stampAll(plans, write !== undefined && write.rows.updatedCount > 0 ? updatedOn : insertedOn),
        hasChanges: write !== undefined,
      },
    ]),
  );
}

function isLockTimeout(plan: PromiseSettledResult<unknown> | undefined): boolean {
  return plan?.status === "rejected" && errorCodeOf(plan.reason) === lockTimeoutState;
}

function nothingWritten() {
  const now = new Date();
  return { insertedOn: now, updatedOn: now, staleOrgIds: [] };
}

interface PlannedWindow {
  readonly orgId: string;
  readonly plans: readonly Planned[];
  /** Undefined if nothing is to be written. */
  readonly write: OrgRows | undefined;
}

// The others wait until all rows are written.
const charactersMax = 100_000;

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/** Undefined if the window cannot be written together with those of others. */
async function planWindow(
  tx: Transaction,
  { orgId, requests, context }: OpenWindow,
): Promise<PlannedWindow | undefined> {
  const state = new PlanState(context.types);
  const planning = { ...context, state, prefetch: undefined, isAtomic: false, isDryRun: false, mayTakeLong: false };
  const plans = await planAll(boundedReads(tx, context.budget), orgId, requests, planning);
  const isUnfinished = state.isMissingData() || state.plan.seenTypes().length > 0;
  const rows = isUnfinished ? undefined : rowsToWrite(orgId, state, () => true);
  if (rows === undefined || rows.familiesWithNewTerms.length > 0) {
    return undefined;
  }
  const { insertedRows, updatedCount } = rows;
  if (insertedRows.length + updatedCount === 0) {
    return { orgId, plans, write: undefined };
  }
  // New and changed rows of a write get one time, which takes two statements.
  if (insertedRows.length > 0 && updatedCount > 0) {
    return undefined;
  }
  const changes = serializeChanges(changesOf(plans, requests));
  if (lengthOf(rows.insertedRows) + lengthOf(rows.updatedRows) + lengthOf(changes.rows) > charactersMax) {
    return undefined;
  }
  return { orgId, plans, write: { orgId, typesVersion: state.types.version, rows, changes } };
}
