import { IssueList } from "../issues/issue-list.ts";
import type { IssueLog } from "../issues/issue-log.ts";
import type { LoadContext } from "../load-services.ts";
import { openCsv } from "../reading/open-csv.ts";

/**
 * Puts rows into the issues file that were refused while they were written, to be fixed and loaded again. Their cells
 * were let go when they had been found good, so the file is read once more; that is rare.
 */
export async function returnRows(source: LoadContext & { readonly issues: IssueLog }): Promise<void> {
  const { issues } = source;
  if (!issues.hasOpenRows) {
    return;
  }
  // What there is to say of reading it has been said.
  const csv = await openCsv(source, new IssueList());
  for await (const rows of csv.rows) {
    await issues.closeRows(rows.map(({ number, cells }) => ({ number, original: cells })));
  }
}
