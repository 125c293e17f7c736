import type { Planned } from "../../entities/write/plan-all.ts";
import { issuesOfProblem } from "../issues/issues-of-problem.ts";
import type { IssueSink } from "../load-issue.ts";
import type { RowDrafts } from "../row-drafts.ts";
import type { BatchPlan } from "./plan-batch.ts";

/** The indexes of rows with a rejected write. Each has its issue, because each is returned to the user to be fixed. */
export function failedRows(
  drafts: readonly RowDrafts[],
  plan: BatchPlan,
  plans: readonly Planned[],
  issues: IssueSink,
): ReadonlySet<number> {
  const failed = new Set<number>();
  plans.forEach((planned, request) => {
    if (!("problem" in planned)) {
      return;
    }
    for (const row of plan.rowsOf[request] ?? []) {
      const rowNumber = drafts[row]?.rowNumber;
      // The first error of a row is the cause of its later ones, such as an option without its family.
      if (rowNumber !== undefined && !failed.has(row)) {
        failed.add(row);
        for (const issue of issuesOfProblem(planned.problem, rowNumber)) {
          issues.add(issue);
        }
      }
    }
  });
  return failed;
}
