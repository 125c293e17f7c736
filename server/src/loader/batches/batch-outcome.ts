import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { MemberCounts } from "../../assortments/staged-member.ts";
import type { Planned } from "../../entities/write/plan-all.ts";
import type { Outcome } from "../../entities/write/write-request.ts";
import type { LoadIssue } from "../load-issue.ts";
import type { RowDrafts } from "../row-drafts.ts";
import type { BatchPlan } from "./plan-batch.ts";

type EntityOutcome = readonly [entityType: string, id: string, outcome: Outcome];

/** The outcome of a batch, stored with it. Compact, because a million rows have a thousand of these. */
export interface BatchOutcome {
  readonly rows: readonly RowOutcome[];
  /** Each entity once, whichever rows it comes from. */
  readonly entities: readonly EntityOutcome[];
  /** The outcome of an assortment's members, for a batch of members. */
  readonly members?: MemberCounts;
  /** Issues of rows that passed the check but failed on write, for loads that skip such rows. */
  readonly failures?: readonly LoadIssue[];
}

interface RowOutcome {
  readonly rowNumber: number;
  /** Indexes into entities. The row's main entity is last. */
  readonly entities: readonly number[];
}

/** Does not include members: their outcome is stored when their assortment is written. */
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
