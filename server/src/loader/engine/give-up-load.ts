import { findDoneBatches } from "../batches/load-batch-store.ts";
import { IssueList } from "../issues/issue-list.ts";
import { issueOfError } from "../issues/issue-of-error.ts";
import { emptyReport, hasLoadEnded, type LoadAddress, type LoadReport, noProgress } from "../load.ts";
import type { LoadIssue } from "../load-issue.ts";
import type { LoadContext, LoadServices } from "../load-services.ts";
import { findLoad, saveUndo } from "../load-store.ts";
import { loadsTopic } from "../loads-topic.ts";
import { addUpResults, keepResults } from "../reporting/keep-results.ts";
import { Tally } from "../reporting/tally.ts";
import { endLoadRun } from "./end-load-run.ts";

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
