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

/** How the drafts of one batch hang together. */
export interface WriteOptions {
  /** All or none: one draft that fails keeps the others from being written. */
  readonly isAtomic: boolean;
  /** Only tells what would be written. */
  readonly isDryRun: boolean;
}

export type Planned = DraftPlan | { readonly problem: Problem };

interface PlanningContext extends WriteOptions {
  readonly world: World;
  readonly foreseen: Prefetch | undefined;
  readonly outsideKinds: OutsideKinds;
  readonly expressions: ExpressionEvaluator;
}

// Each pass loads what the last one lacked; a cascade goes one level deeper with each.
const passesMax = 60;

/** Plans the drafts one upon the other, again from the start with what was lacking, until nothing is. */
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
      // Others get their turn: ten thousand at once would keep the node from answering for a second.
      await turn.yieldIfLong();
      world.formulas.beginSlice();
    }
  }
  return plans;
}

/** Stands for a draft that lacks something; told only to those who still lack something after the last pass. */
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
