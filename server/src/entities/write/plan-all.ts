import { conflict } from "../../errors.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { EventLoopTurn } from "../../platform/event-loop-turn.ts";
import type { ExpressionEvaluator } from "../../platform/expressions/offload/expression-evaluator.ts";
import { Problem } from "../../platform/problem.ts";
import { lockRows, type OutsideKinds } from "./lock-rows.ts";
import { namedBy } from "./named-by.ts";
import { type DraftPlan, planDraft } from "./plan-draft.ts";
import { foresee, lacking, type Prefetch } from "./wants.ts";
import type { World } from "./world.ts";
import type { WriteRequest } from "./write-request.ts";

/** How the drafts of one batch depend on each other. */
export interface WriteOptions {
  /** True: a draft that fails prevents all others from being written. */
  readonly isAtomic: boolean;
  /** True: nothing is written. */
  readonly isDryRun: boolean;
}

export type Planned = DraftPlan | { readonly problem: Problem };

interface PlanningContext extends WriteOptions {
  readonly world: World;
  readonly foreseen: Prefetch | undefined;
  readonly outsideKinds: OutsideKinds;
  readonly expressions: ExpressionEvaluator;
}

// Each pass loads what the previous one lacked. A cascade advances one level with each pass.
const passesMax = 60;

/** Plans the drafts in sequence, and starts again with the missing data until nothing is missing. */
export async function planAll(
  tx: Transaction,
  orgId: string,
  requests: readonly WriteRequest[],
  { world, foreseen, outsideKinds, expressions, isAtomic, isDryRun }: PlanningContext,
): Promise<Planned[]> {
  foresee(world.wants, namedBy(requests));
  if (foreseen !== undefined) {
    foresee(world.wants, foreseen);
  }
  if (world.isLacking()) {
    await lockRows(tx, orgId, world, { outsideKinds, isDryRun });
  }
  for (let pass = 0; ; pass++) {
    const plans = await planInOrder(world, requests);
    if (!world.isLacking() || pass === passesMax) {
      return plans;
    }
    const isRefused = isAtomic && plans.some((plan) => "problem" in plan && plan !== unfinished);
    if (world.lacksOnlyNumbers() && (isDryRun || isRefused)) {
      world.withholdNumbers();
      continue;
    }
    if (world.formulas.isLacking()) {
      await world.formulas.load(orgId, expressions);
    }
    if (world.lacksRows()) {
      await lockRows(tx, orgId, world, { outsideKinds, isDryRun });
    }
  }
}

async function planInOrder(world: World, requests: readonly WriteRequest[]): Promise<Planned[]> {
  world.startOver();
  world.formulas.beginSlice();
  const plans: Planned[] = [];
  const turn = new EventLoopTurn();
  for (const request of requests) {
    plans.push(planOne(world, request, plans.length));
    if (turn.isLong) {
      // Yields to other requests: ten thousand drafts at once would block the node for a second.
      await turn.yieldIfLong();
      world.formulas.beginSlice();
    }
  }
  return plans;
}

/** The result of a draft with missing data. Returned to callers only if data is still missing after the last pass. */
const unfinished: Planned = {
  problem: conflict("Too many dependent entities. Split the write, starting with the most deeply nested entities."),
};

function planOne(world: World, { draft, writer }: WriteRequest, index: number): Planned {
  world.beginDraft(index);
  try {
    return planDraft(world, draft, writer);
  } catch (error) {
    world.abandonDraft();
    if (error instanceof Problem) {
      return { problem: error };
    }
    if (error === lacking) {
      return unfinished;
    }
    throw error;
  }
}
