import type { IssueSink } from "../load-issue.ts";
import type { PreparedRow } from "../row.ts";
import type { RowDrafts } from "../row-drafts.ts";
import type { IdsOfNames } from "./row-reading.ts";

export interface RowBuilder {
  /** What reference cells of these rows name, to be looked up together: by wanted type path (or "user", "file"). */
  namesIn(rows: readonly PreparedRow[]): ReadonlyMap<string, ReadonlySet<string>>;
  /** What the row says, or undefined when it has an error, which has then been reported. */
  build(row: PreparedRow, idsOfNames: IdsOfNames, issues: IssueSink): RowDrafts | undefined;
}
