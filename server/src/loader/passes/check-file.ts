import { checkLoadConfiguration } from "../configuration/check-load-configuration.ts";
import { compileBuild } from "../drafting/compile-build.ts";
import { resolveTargets, type Targets } from "../drafting/resolve-targets.ts";
import type { UndescribedColumn } from "../load.ts";
import { LoadFailedError } from "../load-errors.ts";
import { compilePreprocessing, type Preprocessing } from "../preprocess/compile-preprocessing.ts";
import { openCsv } from "../reading/open-csv.ts";
import type { CsvRow } from "../row.ts";
import { CheckingPass, type CheckOptions, type CompiledLoad } from "./checking-pass.ts";
import { inArea, type LoadRun } from "./load-run.ts";

/** The result of the first pass over a file, for the second. */
export interface CheckedFile {
  readonly rowsTotal: number;
  readonly rowsFailed: number;
  readonly undescribedColumns: readonly UndescribedColumn[];
  readonly targets: Targets;
  readonly preprocessing: Preprocessing;
}

/**
 * The first pass: reads the whole file, runs every row through all steps and does a dry run of its writes. All issues
 * are found here, before anything is written; valid rows go to the spool for the second pass.
 */
export async function checkFile(run: LoadRun, options: CheckOptions = {}): Promise<CheckedFile> {
  const read = await inArea(run, "PARSING_CSV", () => openCsv(run, run.issues));
  run.issues.useHeaders(read.headers);
  const rows = read.rows[Symbol.asyncIterator]();
  const nextRows = () => inArea(run, "PARSING_CSV", () => rows.next());
  let pass: CheckingPass | undefined;
  try {
    let next = await nextRows();
    const firstRow = next.done === true ? undefined : next.value[0];
    const compiled = await inArea(run, "VALIDATING_DATA", () => compileLoad(run, read.headers, firstRow));
    pass = new CheckingPass(run, compiled, options);
    const rowsMax = options.rowsMax ?? Number.POSITIVE_INFINITY;
    for (; next.done !== true && pass.rowsTotal < rowsMax; next = await nextRows()) {
      const wanted = next.value.slice(0, rowsMax - pass.rowsTotal);
      await pass.check(wanted);
      await run.meter.advance(wanted.length, read.share());
    }
    await pass.finish();
    return { ...pass.counts(), targets: compiled.targets, preprocessing: compiled.preprocessing };
  } finally {
    await pass?.abandon();
    await read.close();
  }
}

async function compileLoad(
  run: LoadRun,
  headers: readonly string[],
  firstRow: CsvRow | undefined,
): Promise<CompiledLoad> {
  const { services, orgId, load, issues } = run;
  const { configuration } = load;
  issues.addAll(checkLoadConfiguration(configuration, headers));
  if (issues.errors > 0) {
    throw new LoadFailedError([]);
  }
  const types = await services.types.typesOf(orgId);
  const now = load.createdOn.getTime();
  const preprocessing = compilePreprocessing({ configuration, headers, types, issues, now });
  const targets = await resolveTargets(run, assortmentIdIn(firstRow, headers, preprocessing));
  const { columns, hints } = preprocessing;
  const builder = compileBuild({ configuration, headers, columns, types, hints });
  return { preprocessing, builder, targets, types };
}

/** The original cell, or the computed column if the file has none. */
function assortmentIdIn(
  row: CsvRow | undefined,
  headers: readonly string[],
  { columns, trace }: Preprocessing,
): string | undefined {
  const original = headers.indexOf("assortmentId");
  if (row === undefined || original >= 0) {
    return row?.cells[original];
  }
  const value = trace(row).at(-1)?.[columns.indexOf("assortmentId")];
  return typeof value === "string" ? value : undefined;
}
