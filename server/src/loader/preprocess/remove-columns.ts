import type { IssueSink } from "../load-issue.ts";
import { didYouMean, quoteName, warnOfColumn } from "./column-issue.ts";
import { NearestColumn } from "./nearest-column.ts";
import type { SourceColumn } from "./source-column.ts";

/** Step 3: removes the columns of propertiesToRemove. */
export function removeColumns(
  columns: readonly SourceColumn[],
  propertiesToRemove: readonly string[],
  issues: IssueSink,
): readonly SourceColumn[] {
  const known = new Set(columns.map(({ name }) => name));
  const removed = new Set(propertiesToRemove);
  const nearest = new NearestColumn([...known]);
  for (const name of removed) {
    if (known.has(name)) continue;
    warnOfColumn(issues, {
      step: 3,
      columnName: name,
      message: `There is no column ${quoteName(name)} to remove.`,
      suggestion: didYouMean(nearest.find(name)),
    });
  }
  return columns.filter(({ name }) => !removed.has(name));
}
