import { Readable } from "node:stream";
import type { FailureArea, LiteralMapping, LoadReport, Sample, StepResult, UndescribedColumn } from "../load.ts";
import { IssueList } from "../load-issue.ts";
import type { LoadContext } from "../load-services.ts";
import { openCsv } from "../reading/open-csv.ts";
import type { IssueLog } from "../reporting/issue-log.ts";
import { keepResults } from "../reporting/keep-results.ts";
import { csvOfSample } from "../reporting/samples.ts";
import { keepFile, type SpoolFile } from "../reporting/spool-file.ts";
import type { Tally } from "../reporting/tally.ts";

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
  readonly literalMappings: readonly LiteralMapping[];
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
    ...(parts.literalMappings.length === 0 ? {} : { literalMappings: parts.literalMappings }),
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

/**
 * Adds rows that were rejected on write to the issues file, to be fixed and loaded again. Their cells were released
 * after the check, so the file is read once more; that is rare.
 */
async function returnRows(source: LoadContext & { readonly issues: IssueLog }): Promise<void> {
  const { issues } = source;
  if (!issues.hasOpenRows) {
    return;
  }
  // Issues of reading the file are already reported.
  const csv = await openCsv(source, new IssueList());
  for await (const rows of csv.rows) {
    await issues.closeRows(rows.map(({ number, cells }) => ({ number, original: cells })));
  }
}
