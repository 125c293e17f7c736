import { IssueList } from "./issue-list.ts";
import type { LoadRun } from "./load-run.ts";
import { openCsv } from "./open-csv.ts";

/**
 * Puts rows into the issues file that were refused while they were written, to be mended and loaded again. Their cells
 * were let go when they had been found good, so the file is read once more; that is rare.
 */
export async function returnRows(run: LoadRun): Promise<void> {
  const { issues } = run;
  if (!issues.hasOpenRows) {
    return;
  }
  // What there is to say of reading it has been said.
  const csv = await openCsv(run, new IssueList());
  for await (const rows of csv.rows) {
    await issues.closeRows(rows.map(({ number, cells }) => ({ number, original: cells })));
  }
}
