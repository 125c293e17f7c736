import type { EvaluationOutcome } from "../../platform/expressions/offload/evaluation-slice.ts";
import type { ExpressionEvaluator } from "../../platform/expressions/offload/expression-evaluator.ts";
import { PortableExpression } from "../../platform/expressions/offload/portable-expression.ts";
import { newId } from "../../platform/ids.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import type { Failure } from "../course/course.ts";
import type { WorkflowRow } from "../workflow-store.ts";
import type { ProcessDraft } from "./process-start-store.ts";

/** A workflow with its conditional. */
export interface ListeningWorkflow {
  readonly id: string;
  readonly version: number;
  readonly triggers: readonly string[];
  readonly isReentrant: boolean;
  readonly conditional: PortableExpression | undefined;
}

/** Something that may start workflows. */
export interface Occasion {
  readonly triggerKey: string;
  readonly triggerEvent: JsonObject;
  readonly entity?: { readonly type: string; readonly id: string; readonly version: number };
  readonly causes: readonly string[];
  readonly actorId: string;
  readonly startKey?: string;
}

/** A workflow that listens to something that has happened. */
export interface Trigger {
  readonly workflow: ListeningWorkflow;
  readonly occasion: Occasion;
}

// A chain of workflows that start workflows ends here.
const causesMax = 10;

export function listeningWorkflow({ id, version, definition }: WorkflowRow): ListeningWorkflow {
  const { triggers, reentrant, conditional } = definition;
  return {
    id,
    version,
    triggers,
    isReentrant: reentrant,
    conditional:
      conditional === null ? undefined : new PortableExpression({ source: conditional, reading: "condition" }),
  };
}

/**
 * The processes that start, decided before the transaction ends. Those of a workflow that is the cause itself are left
 * out, and those whose conditional does not hold.
 */
export async function draftProcesses(
  expressions: ExpressionEvaluator,
  orgId: string,
  triggers: readonly Trigger[],
): Promise<ProcessDraft[]> {
  const starting = triggers.filter(
    ({ workflow, occasion }) => workflow.isReentrant || !occasion.causes.includes(workflow.id),
  );
  const conditions = await evaluateConditionals(expressions, orgId, starting);
  return starting.flatMap((trigger) => draftProcess(trigger, conditions.get(trigger) ?? { value: true }) ?? []);
}

/** By trigger, for those that have a conditional. */
async function evaluateConditionals(
  expressions: ExpressionEvaluator,
  orgId: string,
  triggers: readonly Trigger[],
): Promise<ReadonlyMap<Trigger, EvaluationOutcome>> {
  const groups = new Map<Occasion, number>();
  const conditional = triggers.flatMap((trigger) => {
    const { workflow, occasion } = trigger;
    const group = groups.get(occasion) ?? groups.size;
    groups.set(occasion, group);
    return workflow.conditional === undefined
      ? []
      : [{ trigger, request: { expression: workflow.conditional, document: occasion.triggerEvent, group } }];
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

function draftProcess({ workflow, occasion }: Trigger, condition: EvaluationOutcome): ProcessDraft | undefined {
  const { triggerKey, triggerEvent, entity, causes, actorId, startKey } = occasion;
  if ("value" in condition && condition.value !== true) {
    return undefined;
  }
  const failure = causes.length >= causesMax ? tooDeep : failureOf(condition);
  return {
    id: newId(),
    workflowId: workflow.id,
    workflowVersion: workflow.version,
    triggerKey,
    triggerEvent,
    ...(entity === undefined ? {} : { entityType: entity.type, entityId: entity.id, entityVersion: entity.version }),
    ...(startKey === undefined ? {} : { startKey }),
    causes,
    createdById: actorId,
    ...(failure === undefined ? {} : { failure }),
  };
}

const tooDeep: Failure = {
  code: "limit",
  message: `Workflows have started workflows ${causesMax} times in a row. Look for a circle, or make one of them the last.`,
};

/** A conditional that cannot be evaluated does not keep the change from being made: the process shows the failure. */
function failureOf(condition: EvaluationOutcome): Failure | undefined {
  if ("refusal" in condition) {
    return { code: "limit", message: `The conditional was not evaluated: ${condition.refusal}` };
  }
  return "fault" in condition
    ? { code: "error", message: `The conditional could not be evaluated: ${condition.fault}` }
    : undefined;
}
