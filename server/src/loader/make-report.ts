import { Readable } from "node:stream";
import { keepFile } from "./keep-file.ts";
import { keepResults } from "./keep-results.ts";
import type { FailureArea, Report, Sample, StepResult, UndescribedColumn } from "./load.ts";
import type { LoadRun } from "./load-run.ts";
import { returnRows } from "./return-rows.ts";
import { csvOfSample } from "./samples.ts";
import type { SpoolFile } from "./spool-file.ts";

/** Of a load that has not ended, or never began. */
export const emptyReport: Report = {
  failureArea: "NONE",
  counts: {},
  warnings: 0,
  errors: 0,
  issues: [],
  preprocessingStepResults: [],
};

export interface ReportParts {
  readonly failureArea: FailureArea;
  /** Whether the file could be read to its end. */
  readonly isChecked: boolean;
  readonly samples: readonly Sample[];
  /** Samples that are answered with the load itself need no files. */
  readonly hasInlineSamples: boolean;
  readonly readings: readonly object[];
  readonly undescribedColumns?: readonly UndescribedColumn[];
  readonly plan?: { readonly file: SpoolFile; readonly hash: string };
}

/** Gathers what a load has to tell, and stores its files. */
export async function makeReport(run: LoadRun, parts: ReportParts): Promise<Report> {
  const { issues, tally, load } = run;
  const resultFileId = await keepResults(run);
  if (parts.isChecked) {
    await returnRows(run);
  }
  await issues.close();
  const issuesFileId = issues.file.isEmpty ? undefined : await keepFile(run, "issues.csv", issues.file.read());
  const planFileId = parts.plan === undefined ? undefined : await keepFile(run, "plan.ndjson", parts.plan.file.read());
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
    preprocessingStepResults: await stepResults(run, parts),
    ...(parts.undescribedColumns === undefined || parts.undescribedColumns.length === 0
      ? {}
      : { undescribedColumns: parts.undescribedColumns }),
    ...(load.configuration.dryRun === true ? { expressionReadings: parts.readings } : {}),
    ...(parts.hasInlineSamples ? { samples: parts.samples } : {}),
  };
}

async function stepResults(run: LoadRun, { samples, hasInlineSamples }: ReportParts): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const [index, sample] of samples.entries()) {
    const result = run.issues.stepResult(index + 1, sample.preprocessingStepName);
    const name = `step-${index + 1}-${sample.preprocessingStepName}.csv`;
    const fileId = hasInlineSamples ? undefined : await keepFile(run, name, Readable.from([csvOfSample(sample)]));
    results.push(fileId === undefined ? result : { ...result, fileId });
  }
  return results;
}
