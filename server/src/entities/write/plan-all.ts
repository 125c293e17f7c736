import { validateCharacters } from "../../entity-types/kinds/validate-text.ts";
import { entityTypeOf } from "../../entity-types/type-tree.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { conflict } from "../../platform/errors.ts";
import { EventLoopTurn } from "../../platform/event-loop-turn.ts";
import type { ExpressionEvaluator } from "../../platform/expressions/offload/expression-evaluator.ts";
import { Problem } from "../../platform/problem.ts";
import type { Entity } from "../model/entity.ts";
import { possibleFederatedIds } from "../model/federated-id.ts";
import type { Draft, WriteRequest } from "../model/write-request.ts";
import { lockRows, type OutsideKinds } from "./lock-rows-store.ts";
import { type DraftPlan, planDraft } from "./plan-draft.ts";
import { requestReferences } from "./resolve-references.ts";
import { missingData, type Prefetch } from "./state/known-rows.ts";
import { keyOf, notYet } from "./state/plan.ts";
import type { PlanState } from "./state/plan-state.ts";

/** How the drafts of one batch depend on each other. */
export interface WriteOptions {
  /** True: a draft that fails prevents all others from being written. */
  readonly isAtomic: boolean;
  /** True: nothing is written. */
  readonly isDryRun: boolean;
}

export type Planned = DraftPlan | { readonly problem: Problem };

interface PlanningContext extends WriteOptions {
  readonly state: PlanState;
  readonly prefetch: Prefetch | undefined;
  readonly outsideKinds: OutsideKinds;
  readonly expressions: ExpressionEvaluator;
  /** False: expressions, numbers and a third read are not waited for, and the plan then lacks data. Default: true. */
  readonly mayTakeLong?: boolean;
}

// Each pass loads what the previous one lacked. A cascade advances one level with each pass.
const passesMax = 60;

/** Plans the drafts in sequence, and starts again with the missing data until nothing is missing. */
export async function planAll(
  tx: Transaction,
  orgId: string,
  requests: readonly WriteRequest[],
  { state, prefetch, outsideKinds, expressions, isAtomic, isDryRun, mayTakeLong = true }: PlanningContext,
): Promise<Planned[]> {
  requestNamed(state, requests);
  if (prefetch !== undefined) {
    state.prefetch(prefetch);
  }
  if (state.isMissingData()) {
    await lockRows(tx, orgId, state, { outsideKinds, isDryRun });
  }
  for (let pass = 0; ; pass++) {
    const plans = await planInOrder(state, requests);
    const mayConsumeNumbers = !isDryRun && !(isAtomic && plans.some(isRefusal));
    if (isComplete(state, { mayConsumeNumbers, mayTakeLong }, pass)) {
      return plans;
    }
    if (state.needsOnlyNumbers() && !mayConsumeNumbers) {
      state.numbers.withhold();
      continue;
    }
    if (state.formulas.isMissingData()) {
      await state.formulas.load(orgId, expressions);
    }
    if (state.needsRows()) {
      await lockRows(tx, orgId, state, { outsideKinds, isDryRun });
    }
  }
}

function isRefusal(plan: Planned): boolean {
  return "problem" in plan && plan !== unfinished;
}

interface Progress {
  readonly mayConsumeNumbers: boolean;
  readonly mayTakeLong: boolean;
}

function isComplete(state: PlanState, { mayConsumeNumbers, mayTakeLong }: Progress, pass: number): boolean {
  if (state.isMissingData()) {
    return mayTakeLong ? pass >= passesMax : pass > 0 || !isQuick(state);
  }
  // Numbers withheld because of a failed draft: it depended on an unfinished draft, and passes now.
  return !(mayConsumeNumbers && state.numbers.requestWithheld());
}

/** Whether what the plan lacks is loaded in a moment. A number would be lost if the plan is then made again. */
function isQuick(state: PlanState): boolean {
  return !state.formulas.isMissingData() && !state.needsOnlyNumbers();
}

async function planInOrder(state: PlanState, requests: readonly WriteRequest[]): Promise<Planned[]> {
  state.plan.clear();
  state.formulas.beginSlice();
  const plans: Planned[] = [];
  const turn = new EventLoopTurn();
  for (const request of requests) {
    plans.push(planOne(state, request, plans.length));
    if (turn.isLong) {
      // Yields to other requests: ten thousand drafts at once would block the node for a second.
      await turn.yieldIfLong();
      state.formulas.beginSlice();
    }
  }
  return plans;
}

/** The result of a draft with missing data. Returned to callers only if data is still missing after the last pass. */
const unfinished: Planned = {
  problem: conflict("Too many dependent entities. Split the write, starting with the most deeply nested entities."),
};

function planOne(state: PlanState, { draft, writer }: WriteRequest, index: number): Planned {
  state.plan.beginDraft(index);
  try {
    return planDraft(state, draft, writer);
  } catch (error) {
    state.plan.abandonDraft();
    if (error instanceof Problem) {
      return { problem: error };
    }
    if (error === missingData) {
      return unfinished;
    }
    throw error;
  }
}

/** Requests the entities that drafts name: planning would request them first and then start again. */
function requestNamed({ dataNeeds, types }: PlanState, requests: readonly WriteRequest[]): void {
  for (const { draft } of requests) {
    const { entityType } = draft;
    const id = idIn(draft);
    const federatedId = federatedIdIn(draft);
    if (id !== undefined && isText(id)) {
      dataNeeds[draft.op === "delete" ? "for update" : "for no key update"].set(keyOf(entityType, id), {
        entityType,
        id,
      });
    }
    if (typeof federatedId === "string" && isText(federatedId)) {
      dataNeeds.byFederatedId.set(keyOf(entityType, federatedId), { entityType, federatedId });
    }
    if (draft.op !== "delete") {
      const properties = () => types.propertiesBelow(entityType);
      requestReferences(draft.object, properties, ({ typePath, federatedId: referred }) => {
        for (const possible of possibleFederatedIds(typePath, referred, types)) {
          const address = { entityType: entityTypeOf(typePath), federatedId: possible };
          dataNeeds.referredByFederatedId.set(keyOf(address.entityType, possible), address);
        }
      });
    }
  }
  for (const key of dataNeeds.byFederatedId.keys()) {
    dataNeeds.referredByFederatedId.delete(key);
  }
}

function idIn(draft: Draft): string | undefined {
  return "address" in draft && "id" in draft.address ? draft.address.id : undefined;
}

function federatedIdIn(draft: Draft): unknown {
  switch (draft.op) {
    case "upsert":
      return draft.federatedId;
    case "create":
      return draft.object["federatedId"];
    case "upsert-pair":
      return undefined;
    default:
      return "federatedId" in draft.address ? draft.address.federatedId : undefined;
  }
}

/** The database rejects some texts even in a query. */
function isText(text: string): boolean {
  return text !== "" && validateCharacters(text) === undefined;
}

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
