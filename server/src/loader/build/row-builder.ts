import type { IssueSink } from "../load-issue.ts";
import type { PreparedRow } from "../row.ts";
import type { RowDrafts } from "../row-drafts.ts";
import type { IdsOfNames } from "./row-reading.ts";

export interface RowBuilder {
  /**
   * The names in the reference cells of these rows, for a combined lookup: by required type path (or "user", "file").
   */
  namesIn(rows: readonly PreparedRow[]): ReadonlyMap<string, ReadonlySet<string>>;
  /** The drafts of the row; undefined if it has an error. The error is then already reported. */
  build(row: PreparedRow, idsOfNames: IdsOfNames, issues: IssueSink): RowDrafts | undefined;
}
