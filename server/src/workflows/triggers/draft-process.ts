import { findStandings, type Standing, type StandingCredential } from "../../access/keys/standing-credential.ts";
import type { Transaction } from "../../platform/database/database.ts";
import type { EvaluationOutcome } from "../../platform/expressions/offload/evaluation-slice.ts";
import type { ExpressionEvaluator } from "../../platform/expressions/offload/expression-evaluator.ts";
import { PortableExpression } from "../../platform/expressions/offload/portable-expression.ts";
import { newId } from "../../platform/ids.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import { type Failure, stoppedFailure } from "../process-state/process-state.ts";
import { type EventTargets, mayKnowOfEvent, readableEvent } from "../process-state/readable-event.ts";
import type { WorkflowRow } from "../workflow-store.ts";
import type { ProcessDraft } from "./process-start-store.ts";

/** A workflow with its conditional. */
export interface ListeningWorkflow {
  readonly id: string;
  readonly version: number;
  readonly triggers: readonly string[];
  readonly isReentrant: boolean;
  readonly owner: StandingCredential | null;
  readonly conditional: PortableExpression | undefined;
}

/** An occurrence that may start workflows. */
export interface TriggerOccurrence {
  readonly triggerKey: string;
  readonly triggerEvent: JsonObject;
  readonly eventTargets: EventTargets;
  readonly entity?: { readonly type: string; readonly id: string; readonly version: number };
  readonly causes: readonly string[];
  readonly actorId: string;
  readonly startKey?: string;
}

/** A workflow and an occurrence that triggers it. */
interface Trigger {
  readonly workflow: ListeningWorkflow;
  readonly occasion: TriggerOccurrence;
}

// Ends a chain of workflows that start each other.
const causesMax = 10;

export function listeningWorkflow({ id, version, definition, owner }: WorkflowRow): ListeningWorkflow {
  const { triggers, reentrant, conditional } = definition;
  return {
    id,
    version,
    triggers,
    isReentrant: reentrant,
    owner,
    conditional:
      conditional === null ? undefined : new PortableExpression({ source: conditional, reading: "condition" }),
  };
}

/** A trigger with the current state of its workflow's owner. */
interface OwnedTrigger extends Trigger {
  readonly owner: Standing;
}

interface DraftingServices {
  readonly expressions: ExpressionEvaluator;
  readonly orgId: string;
}

/**
 * The processes to start, decided before the transaction ends. A workflow does not start if it caused the event itself,
 * if its owner may not read the event's targets, or if its conditional is false for what the owner may read.
 */
export async function draftProcesses(
  tx: Transaction,
  services: DraftingServices,
  triggers: readonly Trigger[],
): Promise<ProcessDraft[]> {
  const others = triggers.filter(
    ({ workflow, occasion }) => workflow.isReentrant || !occasion.causes.includes(workflow.id),
  );
  const owners = [...new Set(others.map(({ workflow }) => workflow.owner))];
  const standingOf = await findStandings(tx, services.orgId, owners);
  const starting = others
    .map((trigger) => ({ ...trigger, owner: standingOf(trigger.workflow.owner) }))
    .filter(({ owner, occasion }) => !owner.isActive || mayKnowOfEvent(owner.rights, occasion));
  const conditions = await evaluateConditionals(services, starting);
  return starting.flatMap((trigger) => draftProcess(trigger, conditions.get(trigger) ?? { value: true }) ?? []);
}

/** By trigger, for those with a conditional and an active owner. */
async function evaluateConditionals(
  { expressions, orgId }: DraftingServices,
  triggers: readonly OwnedTrigger[],
): Promise<ReadonlyMap<OwnedTrigger, EvaluationOutcome>> {
  const groups = new Map<TriggerOccurrence, number>();
  const conditional = triggers.flatMap((trigger) => {
    const { workflow, occasion, owner } = trigger;
    const group = groups.get(occasion) ?? groups.size;
    groups.set(occasion, group);
    if (workflow.conditional === undefined || !owner.isActive) {
      return [];
    }
    const document = readableEvent(owner.rights, occasion);
    return [{ trigger, request: { expression: workflow.conditional, document, group } }];
  });
  const outcomes = await expressions.evaluate(
    orgId,
    conditional.map(({ request }) => request),
  );
  return new Map(
    conditional.flatMap(({ trigger }, index) => {
      const outcome = outcomes[index];
      return outcome === undefined ? [] : [[trigger, outcome]];
    }),
  );
}

/** Stores the whole event: later readers of the process have other rights. */
function draftProcess(
  { workflow, occasion, owner }: OwnedTrigger,
  condition: EvaluationOutcome,
): ProcessDraft | undefined {
  const { triggerKey, triggerEvent, eventTargets, entity, causes, actorId, startKey } = occasion;
  if ("value" in condition && condition.value !== true) {
    return undefined;
  }
  const failure = causes.length >= causesMax ? tooDeep : failureOf(owner, condition);
  return {
    id: newId(),
    workflowId: workflow.id,
    workflowVersion: workflow.version,
    triggerKey,
    triggerEvent,
    eventTargets,
    ...(entity === undefined ? {} : { entityType: entity.type, entityId: entity.id, entityVersion: entity.version }),
    ...(startKey === undefined ? {} : { startKey }),
    causes,
    createdById: actorId,
    ...(failure === undefined ? {} : { failure }),
  };
}

const tooDeep: Failure = {
  code: "limit",
  message: `Workflows have started workflows ${causesMax} times in a row. Check for a loop.`,
};

/**
 * A conditional that cannot be evaluated does not block the change: the process shows the failure. So does the process
 * of a workflow whose owner can no longer act, and it keeps the event.
 */
function failureOf(owner: Standing, condition: EvaluationOutcome): Failure | undefined {
  if (!owner.isActive) {
    return stoppedFailure(owner.reason);
  }
  if ("refusal" in condition) {
    return { code: "limit", message: `The conditional was not evaluated: ${condition.refusal}` };
  }
  return "error" in condition
    ? { code: "error", message: `The conditional could not be evaluated: ${condition.error}` }
    : undefined;
}
