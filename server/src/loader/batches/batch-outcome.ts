import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { MemberCounts } from "../../assortments/staged-member.ts";
import type { Planned } from "../../entities/write/plan-all.ts";
import type { Outcome } from "../../entities/write/write-request.ts";
import type { LoadIssue } from "../load-issue.ts";
import type { RowDrafts } from "../row-drafts.ts";
import type { BatchPlan } from "./plan-batch.ts";

type EntityOutcome = readonly [entityType: string, id: string, outcome: Outcome];

/** What became of a batch, kept with it: short, because a million rows are a thousand of these. */
export interface BatchOutcome {
  readonly rows: readonly RowOutcome[];
  /** Each entity once, whichever rows it comes from. */
  readonly entities: readonly EntityOutcome[];
  /** What became of the members of an assortment, when that is what the batch was about. */
  readonly members?: MemberCounts;
  /** What was refused of rows that had been good when they were checked, for loads that skip such rows. */
  readonly failures?: readonly LoadIssue[];
}

interface RowOutcome {
  readonly rowNumber: number;
  /** Places in entities, what the row is about last. */
  readonly entities: readonly number[];
}

/** Members are not in it: what becomes of them is told when their assortment is written. */
export function outcomeOf(rows: readonly RowDrafts[], plan: BatchPlan, plans: readonly Planned[]): BatchOutcome {
  const entities: EntityOutcome[] = [];
  const places = plans.map((planned) =>
    "problem" in planned || planned.entity.entityType === "assortment-item"
      ? -1
      : entities.push([planned.entity.entityType, planned.entity.id, planned.outcome]) - 1,
  );
  return {
    rows: rows.map(({ rowNumber }, index) => ({
      rowNumber,
      entities: (plan.requestsOf[index] ?? []).map((request) => places[request] ?? -1).filter((place) => place >= 0),
    })),
    entities,
  };
}

export function packOutcome(outcome: BatchOutcome): Buffer {
  return deflateRawSync(JSON.stringify(outcome), { level: 1 });
}

export function unpackOutcome(packed: Buffer): BatchOutcome {
  return JSON.parse(inflateRawSync(packed).toString());
}
