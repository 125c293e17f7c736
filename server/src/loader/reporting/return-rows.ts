import { IssueList } from "../issues/issue-list.ts";
import type { IssueLog } from "../issues/issue-log.ts";
import type { LoadContext } from "../load-services.ts";
import { openCsv } from "../reading/open-csv.ts";

/**
 * Adds rows that were rejected on write to the issues file, to be fixed and loaded again. Their cells were released
 * after the check, so the file is read once more; that is rare.
 */
export async function returnRows(source: LoadContext & { readonly issues: IssueLog }): Promise<void> {
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
