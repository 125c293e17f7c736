import { deleteStage } from "../../assortments/staged-member-store.ts";
import { findListeners, raiseEvents } from "../../entities/write/event-listener.ts";
import { errorNameOf } from "../../platform/threads/thread-error.ts";
import { findDoneBatches } from "../drafting/load-batch-store.ts";
import { emptyReport, hasLoadEnded, type LoadAddress, type LoadReport, loadsTopic, noProgress } from "../load.ts";
import { IssueList, type LoadIssue } from "../load-issue.ts";
import type { LoadContext, LoadServices } from "../load-services.ts";
import { endLoad, findLoad, type LoadEnd, saveUndo } from "../load-store.ts";
import { previewStage } from "../passes/change-plan.ts";
import { addUpResults, keepResults } from "../reporting/keep-results.ts";
import { Tally } from "../reporting/tally.ts";

/** Ends a load that keeps failing for an internal reason. Uses no disk: a full disk may be the reason. */
export async function abandonLoad(
  services: LoadServices,
  { orgId, loadId }: LoadAddress,
  cause: unknown,
): Promise<void> {
  const load = await findLoad(services.db, orgId, loadId);
  if (load === undefined || hasLoadEnded(load)) {
    return;
  }
  const context = { services, orgId, load };
  const report = await reportOfError(context, issueOfError(cause, loadId));
  await endLoadRun(context, { status: "failed", progress: load.progress ?? noProgress, report });
}

/** Ends the undo of a load that keeps failing. The undo can be requested again. */
export async function giveUpUndo(
  services: LoadServices,
  { orgId, loadId }: LoadAddress,
  cause: unknown,
): Promise<void> {
  const undo = (await findLoad(services.db, orgId, loadId))?.undo;
  if (undo !== undefined && undo.status !== "completed") {
    const { message } = issueOfError(cause, loadId);
    const reasons = [...undo.reasons, { entityReference: `loader-process:${loadId}`, message }];
    await saveUndo(services.db, orgId, loadId, { ...undo, status: "failed", reasons });
    services.bus.publish(loadsTopic, loadId);
  }
}

async function reportOfError(context: LoadContext, issue: LoadIssue): Promise<LoadReport> {
  const { services, orgId, load } = context;
  const done = await findDoneBatches(services.db, orgId, load.id);
  const { tally, issues, resultFileId } = await resultsOf(context);
  return {
    ...emptyReport,
    failureArea: done.size > 0 ? "UPLOADING_DATA" : "VALIDATING_DATA",
    counts: tally.counts(),
    errors: issues.all.length + 1,
    issues: [issue, ...issues.all],
    ...(resultFileId === undefined ? {} : { resultFileId }),
  };
}

async function resultsOf(context: LoadContext) {
  try {
    const summary = emptySummary(context);
    return { ...summary, resultFileId: await keepResults(summary) };
  } catch {
    // A file store that fails must not prevent the load from ending.
    const summary = emptySummary(context);
    await addUpResults(summary);
    return { ...summary, resultFileId: undefined };
  }
}

function emptySummary(context: LoadContext) {
  return { ...context, tally: new Tally(), issues: new IssueList() };
}

/**
 * Ends a load, raises its event and deletes its stages in one transaction. A dry run raises no event. Returns false if
 * the load has already ended or continues on another node.
 */
export async function endLoadRun({ services, orgId, load }: LoadContext, ending: LoadEnd): Promise<boolean> {
  const { db, bus } = services;
  // Read before the transaction: a holder of a lock must not wait for a connection that is used by those waiting for
  // the lock.
  const types = await services.types.typesOf(orgId);
  const isEnded = await db.transaction(async (tx) => {
    if (!(await endLoad(tx, orgId, load.id, ending))) {
      return false;
    }
    await deleteStage(tx, orgId, load.id);
    await deleteStage(tx, orgId, previewStage(load.id));
    if (ending.status !== "canceled" && load.configuration.dryRun !== true) {
      const name = `loader-process|${ending.status}`;
      const subject = { entityType: "loader-process", id: load.id, target: { typePath: "loader-process" } };
      const { counts, warnings, errors, failureArea } = ending.report;
      const tallies = Object.fromEntries(Object.entries(counts).map(([kind, tally]) => [kind, { ...tally }]));
      const outcome = { loaderProcessId: load.id, status: ending.status, failureArea };
      const payload = { ...outcome, counts: tallies, warnings, errors };
      const { author } = load.writer;
      await raiseEvents(tx, [{ kind: "named", name, subject, payload, author }], {
        listeners: await findListeners(tx, orgId, services.listeners),
        types,
      });
    }
    return true;
  });
  bus.publish(loadsTopic, load.id);
  return isEnded;
}

const fullPattern = /\b(?:ENOSPC|EDQUOT|EFBIG)$/;
const problemPattern = /^Problem (\S+)$/;

/**
 * The issue shown to users for an internal error. The original message goes to the log only, unless it is a public one.
 */
function issueOfError(error: unknown, loadId: string): LoadIssue {
  return {
    issueType: "SYSTEM_ERROR",
    severity: "error",
    message: messageOf(error, loadId),
    suggestion: "Start the load again. If it fails again, report this message to your operator.",
  };
}

function messageOf(error: unknown, loadId: string): string {
  const name = errorNameOf(error);
  if (fullPattern.test(name)) {
    return "The disk of the node that runs loads is full.";
  }
  const [, code] = problemPattern.exec(name) ?? [];
  return code !== undefined && error instanceof Error
    ? error.message.replace(`${code}: `, "")
    : `Internal error. The service log has details for the load ${loadId}.`;
}
