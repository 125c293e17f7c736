import { setImmediate } from "node:timers/promises";
import type { ChangeDraft } from "../changes/change-draft.ts";
import { recordChanges } from "../changes/record-changes.ts";
import type { TypeTree } from "../entity-types/type-tree.ts";
import { conflict } from "../errors.ts";
import type { Transaction } from "../platform/database/database.ts";
import { Problem } from "../platform/problem.ts";
import { type EventListener, raiseEvents, type WeftEvent } from "./event-listener.ts";
import { addSeenTypes } from "./write/add-seen-types.ts";
import { changeOfStep } from "./write/diff-entities.ts";
import { lockRows, type OutsideKinds } from "./write/lock-rows.ts";
import { persistChanges } from "./write/persist-changes.ts";
import { type DraftPlan, planDraft } from "./write/plan-draft.ts";
import { stampPlan } from "./write/stamp-plan.ts";
import type { Step } from "./write/wants.ts";
import { lacking, World } from "./write/world.ts";
import type { WriteRequest, WriteResult } from "./write/write-request.ts";

export interface WriteContext {
  readonly types: TypeTree;
  readonly listeners: readonly EventListener[];
  readonly outsideKinds: OutsideKinds;
}

/** How the drafts of one write hang together. */
export interface WriteOptions {
  /** All or none: one draft that fails keeps the others from being written. */
  readonly isAtomic: boolean;
  /** Only tells what would be written. */
  readonly isRehearsal: boolean;
}

export interface Written {
  readonly results: readonly WriteResult[];
  /** False when nothing was written, so that nobody needs to be told. */
  readonly hasChanges: boolean;
  readonly hasNewTypes: boolean;
}

// Each pass loads what the last one lacked; a cascade goes one level deeper with each.
const passesMax = 60;
// Others get their turn between so many: ten thousand at once would keep the node from answering for a second.
const draftsInARow = 500;

/**
 * The one write path. Reads and locks what the drafts concern, plans them in memory one upon the other, then writes
 * entities, the work that they trigger and their change records. Every door of the product comes here.
 */
export async function writeEntities(
  tx: Transaction,
  orgId: string,
  requests: readonly WriteRequest[],
  { types, listeners, outsideKinds, isAtomic, isRehearsal }: WriteContext & WriteOptions,
): Promise<Written> {
  const world = new World(types);
  const plans = await planAll(tx, orgId, requests, { world, outsideKinds, isAtomic, isRehearsal });
  const steps = plans.flatMap((plan) => ("problem" in plan ? [] : plan.steps));
  const isRefused = isAtomic && plans.some((plan) => "problem" in plan);
  if (isRefused || isRehearsal || steps.length === 0) {
    return { results: stampAll(plans, new Date()), hasChanges: false, hasNewTypes: false };
  }
  const seenTypes = await addSeenTypes(tx, orgId, world, requests);
  const written = stampAll(plans, await persistChanges(tx, orgId, world));
  await raiseEvents(tx, orgId, eventsOf(written, requests), listeners);
  await recordChanges(tx, orgId, [...seenTypes, ...changesOf(written, requests)], {
    typesVersion: types.version,
    changesTypes: seenTypes.length > 0,
  });
  return { results: written, hasChanges: true, hasNewTypes: seenTypes.length > 0 };
}

type Planned = DraftPlan | { readonly problem: Problem };

interface PlanningContext extends WriteOptions {
  readonly world: World;
  readonly outsideKinds: OutsideKinds;
}

async function planAll(
  tx: Transaction,
  orgId: string,
  requests: readonly WriteRequest[],
  { world, outsideKinds, isAtomic, isRehearsal }: PlanningContext,
): Promise<Planned[]> {
  for (let pass = 0; ; pass++) {
    world.startOver();
    const plans: Planned[] = [];
    for (const request of requests) {
      plans.push(planOne(world, request, plans.length));
      if (plans.length % draftsInARow === 0) {
        await setImmediate();
      }
    }
    if (!world.isLacking() || pass === passesMax) {
      return plans;
    }
    const isRefused = isAtomic && plans.some((plan) => "problem" in plan && plan !== unfinished);
    if (world.lacksOnlyNumbers() && (isRehearsal || isRefused)) {
      world.withholdNumbers();
    } else {
      await lockRows(tx, orgId, world, outsideKinds);
    }
  }
}

/** Stands for a draft that lacks something; told only to those who still lack something after the last pass. */
const unfinished: Planned = {
  problem: conflict("Too much hangs together for one write. Take it apart, beginning with what lies deepest."),
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

function stampAll(plans: readonly Planned[], writtenOn: Date): Planned[] {
  return plans.map((plan) => ("problem" in plan ? plan : stampPlan(plan, writtenOn)));
}

function changesOf(plans: readonly Planned[], requests: readonly WriteRequest[]): ChangeDraft[] {
  return plans.flatMap((plan, index) => {
    const request = requests[index];
    return "problem" in plan || request === undefined
      ? []
      : plan.steps.flatMap((step) => changeOfStep(step, request.writer));
  });
}

function eventsOf(plans: readonly Planned[], requests: readonly WriteRequest[]): WeftEvent[] {
  return plans.flatMap((plan, index) => {
    const changeSetId = requests[index]?.writer.author.changeSetId;
    return "problem" in plan || changeSetId === undefined
      ? []
      : plan.steps.map((step): WeftEvent => ({ kind: eventKindOf(step), ...step, changeSetId }));
  });
}

function eventKindOf({ before, after }: Step): "created" | "updated" | "deleted" {
  if (after === undefined) {
    return "deleted";
  }
  return before === undefined ? "created" : "updated";
}
