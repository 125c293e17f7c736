import type { ChangeDraft } from "../../changes/change.ts";
import { changeOfStep } from "../../changes/record-changes.ts";
import { entityChanges, purgedChanges, withIdsOnly } from "../model/entity.ts";
import type { Draft, WriteRequest } from "../model/write-request.ts";
import type { WeftEvent } from "./event-listener.ts";
import { type Planned, stampPlan } from "./plan-all.ts";
import type { Step } from "./state/plan.ts";

/** The plans with the time of their write. */
export function stampAll(plans: readonly Planned[], writtenOn: Date): Planned[] {
  return plans.map((plan) => ("problem" in plan ? plan : stampPlan(plan, writtenOn)));
}

/** What the log records of the plans. */
export function changesOf(plans: readonly Planned[], requests: readonly WriteRequest[]): ChangeDraft[] {
  return plans.flatMap((plan, index) => {
    const request = requests[index];
    return "problem" in plan || request === undefined
      ? []
      : plan.steps.flatMap((step) =>
          changeOfStep(step, request.writer.author, isPurge(request.draft) ? purgedChanges : entityChanges),
        );
  });
}

/** What listeners receive of the plans. */
export function eventsOf(plans: readonly Planned[], requests: readonly WriteRequest[]): WeftEvent[] {
  return plans.flatMap((plan, index) => {
    const request = requests[index];
    return "problem" in plan || request === undefined
      ? []
      : plan.steps.map(
          (step): WeftEvent => ({
            kind: eventKindOf(step),
            ...(isPurge(request.draft) ? withoutContent(step) : step),
            author: request.writer.author,
          }),
        );
  });
}

function isPurge(draft: Draft): boolean {
  return draft.op === "delete" && draft.purges === true;
}

/** The clearing of a reference stays as it is. */
function withoutContent(step: Step): Step {
  const { before, after } = step;
  return after === undefined && before !== undefined ? { ...step, before: withIdsOnly(before) } : step;
}

function eventKindOf({ before, after }: Step): "created" | "updated" | "deleted" {
  if (after === undefined) {
    return "deleted";
  }
  return before === undefined ? "created" : "updated";
}
