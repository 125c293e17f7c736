import { type CompiledExpression, compileExpression } from "../../platform/expressions/compile-expression.ts";
import { documentPaths } from "../../platform/expressions/names/document-paths.ts";
import { newId } from "../../platform/ids.ts";
import type { JsonObject, JsonValue } from "../../platform/json-value.ts";
import type { Failure } from "../course/course.ts";
import type { WorkflowRow } from "../workflow-store.ts";
import type { ProcessDraft } from "./process-start-store.ts";

/** A workflow with its conditional at hand. */
export interface ListeningWorkflow {
  readonly id: string;
  readonly version: number;
  readonly triggers: readonly string[];
  readonly isReentrant: boolean;
  /** Throws when the conditional cannot be evaluated for this event. */
  readonly holds: (event: JsonObject) => boolean;
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

// A chain of workflows that start workflows ends here.
const causesMax = 10;

export function listeningWorkflow({ id, version, definition }: WorkflowRow): ListeningWorkflow {
  const { triggers, reentrant, conditional } = definition;
  return {
    id,
    version,
    triggers,
    isReentrant: reentrant,
    holds: conditional === null ? () => true : conditionOf(conditional),
  };
}

/** Compiled when it is first needed: most who are asked whether they listen do not. */
function conditionOf(conditional: string): ListeningWorkflow["holds"] {
  let compiled: CompiledExpression<JsonValue> | undefined;
  return (event) => {
    compiled ??= compileExpression(conditional, documentPaths());
    return compiled.matches(event);
  };
}

/** Nothing when the workflow does not start: it is the cause itself, or its conditional does not hold. */
export function draftProcess(workflow: ListeningWorkflow, occasion: Occasion): ProcessDraft | undefined {
  const { triggerKey, triggerEvent, entity, causes, actorId, startKey } = occasion;
  if (causes.includes(workflow.id) && !workflow.isReentrant) {
    return undefined;
  }
  const condition = decide(workflow, triggerEvent);
  if (condition === false) {
    return undefined;
  }
  const failure = causes.length >= causesMax ? tooDeep : condition;
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
    ...(failure === true ? {} : { failure }),
  };
}

const tooDeep: Failure = {
  code: "limit",
  message: `Workflows have started workflows ${causesMax} times in a row. Look for a circle, or make one of them the last.`,
};

/** A conditional that cannot be evaluated must not keep the change from being made: the process shows the fault. */
function decide({ holds }: ListeningWorkflow, event: JsonObject): boolean | Failure {
  try {
    return holds(event);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { code: "error", message: `The conditional could not be evaluated: ${reason}` };
  }
}
