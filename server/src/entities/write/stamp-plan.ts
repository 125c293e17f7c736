import type { Entity } from "../entity.ts";
import type { DraftPlan } from "./plan-draft.ts";
import { notYet } from "./wants.ts";

/** The plan with the time of its write in every state that the write has created. */
export function stampPlan({ outcome, entity, steps }: DraftPlan, writtenOn: Date): DraftPlan {
  return {
    outcome,
    entity: stamped(entity, writtenOn),
    steps: steps.map(({ before, after }) => ({
      before: before === undefined ? undefined : stamped(before, writtenOn),
      after: after === undefined ? undefined : stamped(after, writtenOn),
    })),
  };
}

function stamped(entity: Entity, writtenOn: Date): Entity {
  const { createdOn, updatedOn } = entity;
  return createdOn === notYet || updatedOn === notYet
    ? { ...entity, createdOn: createdOn === notYet ? writtenOn : createdOn, updatedOn: writtenOn }
    : entity;
}
