import { findDoneBatches } from "../batches/load-batch-store.ts";
import { IssueList } from "../issues/issue-list.ts";
import { issueOfFault } from "../issues/issue-of-fault.ts";
import { emptyReport, hasLoadEnded, type LoadAddress, type LoadReport, noProgress } from "../load.ts";
import type { LoadIssue } from "../load-issue.ts";
import type { LoadAtHand, LoadServices } from "../load-services.ts";
import { findLoad, saveUndo } from "../load-store.ts";
import { loadsTopic } from "../loads-topic.ts";
import { addUpResults, keepResults } from "../reporting/keep-results.ts";
import { Tally } from "../reporting/tally.ts";
import { endLoadRun } from "./end-load-run.ts";

/** Ends a load that keeps failing for a reason of the service itself. Needs no disk: a full one may be the reason. */
export async function giveUpLoad(
  services: LoadServices,
  { orgId, loadId }: LoadAddress,
  cause: unknown,
): Promise<void> {
  const load = await findLoad(services.db, orgId, loadId);
  if (load === undefined || hasLoadEnded(load)) {
    return;
  }
  const atHand = { services, orgId, load };
  const report = await reportOfFault(atHand, issueOfFault(cause, loadId));
  await endLoadRun(atHand, { status: "failed", progress: load.progress ?? noProgress, report });
}

/** Ends the undoing of a load that keeps failing; it can be asked for again. */
export async function giveUpUndo(
  services: LoadServices,
  { orgId, loadId }: LoadAddress,
  cause: unknown,
): Promise<void> {
  const undo = (await findLoad(services.db, orgId, loadId))?.undo;
  if (undo !== undefined && undo.status !== "completed") {
    const { message } = issueOfFault(cause, loadId);
    const reasons = [...undo.reasons, { entityReference: `loader-process:${loadId}`, message }];
    await saveUndo(services.db, orgId, loadId, { ...undo, status: "failed", reasons });
    services.bus.publish(loadsTopic, loadId);
  }
}

async function reportOfFault(atHand: LoadAtHand, issue: LoadIssue): Promise<LoadReport> {
  const { services, orgId, load } = atHand;
  const done = await findDoneBatches(services.db, orgId, load.id);
  const { tally, issues, resultFileId } = await resultsOf(atHand);
  return {
    ...emptyReport,
    failureArea: done.size > 0 ? "UPLOADING_DATA" : "VALIDATING_DATA",
    counts: tally.counts(),
    errors: issues.all.length + 1,
    issues: [issue, ...issues.all],
    ...(resultFileId === undefined ? {} : { resultFileId }),
  };
}

async function resultsOf(atHand: LoadAtHand) {
  try {
    const summary = emptySummary(atHand);
    return { ...summary, resultFileId: await keepResults(summary) };
  } catch {
    // A store that takes no file must not keep the load from ending.
    const summary = emptySummary(atHand);
    await addUpResults(summary);
    return { ...summary, resultFileId: undefined };
  }
}

function emptySummary(atHand: LoadAtHand) {
  return { ...atHand, tally: new Tally(), issues: new IssueList() };
}
