import { Readable } from "node:stream";
import type { IssueLog } from "../issues/issue-log.ts";
import type { FailureArea, LoadReport, Sample, StepResult, UndescribedColumn } from "../load.ts";
import type { LoadContext } from "../load-services.ts";
import { keepFile } from "../output/keep-file.ts";
import type { SpoolFile } from "../output/spool-file.ts";
import { keepResults } from "./keep-results.ts";
import { returnRows } from "./return-rows.ts";
import { csvOfSample } from "./samples.ts";
import type { Tally } from "./tally.ts";

/** What a run has collected for its report. */
interface Gathered extends LoadContext {
  readonly issues: IssueLog;
  readonly tally: Tally;
}

interface ReportParts {
  readonly failureArea: FailureArea;
  /** Whether the file was read to its end. */
  readonly isChecked: boolean;
  readonly samples: readonly Sample[];
  /** Samples that are returned with the load itself need no files. */
  readonly hasInlineSamples: boolean;
  readonly readings: readonly object[];
  readonly undescribedColumns?: readonly UndescribedColumn[];
  readonly plan?: { readonly file: SpoolFile; readonly hash: string };
}

/** Builds the report of a load, and stores its files. */
export async function makeReport(gathered: Gathered, parts: ReportParts): Promise<LoadReport> {
  const { issues, tally, load } = gathered;
  const resultFileId = await keepResults(gathered);
  if (parts.isChecked) {
    await returnRows(gathered);
  }
  await issues.close();
  const issuesFileId = issues.file.isEmpty ? undefined : await keepFile(gathered, "issues.csv", issues.file.read());
  const planFileId =
    parts.plan === undefined ? undefined : await keepFile(gathered, "plan.ndjson", parts.plan.file.read());
  return {
    failureArea: parts.failureArea,
    counts: tally.counts(),
    warnings: issues.warnings,
    errors: issues.errors,
    issues: issues.shown,
    ...(issuesFileId === undefined ? {} : { issuesFileId }),
    ...(resultFileId === undefined ? {} : { resultFileId }),
    ...(planFileId === undefined ? {} : { planFileId }),
    ...(parts.plan === undefined ? {} : { planHash: parts.plan.hash }),
    preprocessingStepResults: await stepResults(gathered, parts),
    ...(parts.undescribedColumns === undefined || parts.undescribedColumns.length === 0
      ? {}
      : { undescribedColumns: parts.undescribedColumns }),
    ...(load.configuration.dryRun === true ? { expressionReadings: parts.readings } : {}),
    ...(parts.hasInlineSamples ? { samples: parts.samples } : {}),
  };
}

async function stepResults(gathered: Gathered, { samples, hasInlineSamples }: ReportParts): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const [index, sample] of samples.entries()) {
    const result = gathered.issues.stepResult(index + 1, sample.preprocessingStepName);
    const name = `step-${index + 1}-${sample.preprocessingStepName}.csv`;
    const fileId = hasInlineSamples ? undefined : await keepFile(gathered, name, Readable.from([csvOfSample(sample)]));
    results.push(fileId === undefined ? result : { ...result, fileId });
  }
  return results;
}
