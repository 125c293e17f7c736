import type { StagedMember } from "../../assortments/staged-member.ts";
import type { Planned } from "../../entities/write/plan-all.ts";
import type { RowDrafts } from "../row-drafts.ts";
import type { Targets } from "../targets/resolve-targets.ts";
import type { BatchPlan } from "./plan-batch.ts";

interface MemberSource {
  readonly rows: readonly RowDrafts[];
  readonly plan: BatchPlan;
  readonly plans: readonly Planned[];
  readonly targets: Targets;
  /** The indexes of rejected rows. */
  readonly failed: ReadonlySet<number>;
}

/**
 * The members that the rows describe. They are staged until all items are written: an assortment changes in one step.
 */
export function membersOfRows(batch: MemberSource): StagedMember[] {
  // If the option of a rejected row is missing, its family must not become a member in its place.
  return batch.rows.flatMap((row, index) => (batch.failed.has(index) ? [] : (memberOf(batch, row, index) ?? [])));
}

function memberOf({ plan, plans, targets }: MemberSource, row: RowDrafts, index: number): StagedMember | undefined {
  const assortmentId = targets.assortmentOf(row);
  if (assortmentId === undefined || row.kind !== "item" || row.member === undefined) {
    return undefined;
  }
  const itemId = itemIdOf(plan.requestsOf[index] ?? [], plans);
  if (itemId === undefined) {
    return undefined;
  }
  const { change, object: fields } = row.member;
  return { assortmentId, itemId, rowNumber: row.rowNumber, isDropped: change === "drop", fields };
}

/** The last item of the row: the option if it has one, otherwise the family. */
function itemIdOf(requests: readonly number[], plans: readonly Planned[]): string | undefined {
  const items = requests.flatMap((request) => {
    const planned = plans[request];
    return planned !== undefined && "entity" in planned && planned.entity.entityType === "item"
      ? [planned.entity.id]
      : [];
  });
  return items.at(-1);
}
