import type { Planned } from "../../entities/write/plan-all.ts";
import type { RowDrafts } from "../row-drafts.ts";
import type { BatchPlan } from "./plan-batch.ts";

/** A batch of rows, and the planned result of writing them. */
export interface CheckedBatch {
  readonly rows: readonly RowDrafts[];
  readonly plan: BatchPlan;
  readonly plans: readonly Planned[];
}
