import { endLoadRun } from "./end-load-run.ts";
import { IssueList } from "./issue-list.ts";
import { issueOfFault } from "./issue-of-fault.ts";
import { addUpResults, keepResults } from "./keep-results.ts";
import { hasEnded, type LoadAddress, type Report } from "./load.ts";
import { findDoneBatches } from "./load-batch-store.ts";
import type { LoadIssue } from "./load-issue.ts";
import type { LoadRun } from "./load-run.ts";
import type { LoadServices } from "./load-services.ts";
import { findLoad, saveUndo } from "./load-store.ts";
import { emptyReport } from "./make-report.ts";
import { loadsTopic, noProgress } from "./progress-meter.ts";
import { Tally } from "./tally.ts";

type Source = Pick<LoadRun, "services" | "orgId" | "load">;

/** Ends a load that keeps failing for a reason of the service itself. Needs no disk: a full one may be the reason. */
export async function giveUpLoad(
  services: LoadServices,
  { orgId, loadId }: LoadAddress,
  cause: unknown,
): Promise<void> {
  const load = await findLoad(services.db, orgId, loadId);
  if (load === undefined || hasEnded(load)) {
    return;
  }
  const source = { services, orgId, load };
  const report = await reportOfFault(source, issueOfFault(cause, loadId));
  await endLoadRun(source, { status: "failed", progress: load.progress ?? noProgress, report });
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

async function reportOfFault(source: Source, issue: LoadIssue): Promise<Report> {
  const { services, orgId, load } = source;
  const done = await findDoneBatches(services.db, orgId, load.id);
  const { tally, issues, resultFileId } = await resultsOf(source);
  return {
    ...emptyReport,
    failureArea: done.size > 0 ? "UPLOADING_DATA" : "VALIDATING_DATA",
    counts: tally.counts(),
    errors: issues.all.length + 1,
    issues: [issue, ...issues.all],
    ...(resultFileId === undefined ? {} : { resultFileId }),
  };
}

async function resultsOf(source: Source) {
  try {
    const summary = emptySummary(source);
    return { ...summary, resultFileId: await keepResults(summary) };
  } catch {
    // A store that takes no file must not keep the load from ending.
    const summary = emptySummary(source);
    await addUpResults(summary);
    return { ...summary, resultFileId: undefined };
  }
}

function emptySummary(source: Source) {
  return { ...source, tally: new Tally(), issues: new IssueList() };
}
