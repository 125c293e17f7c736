import assert from "node:assert";
import type { StandingCredential } from "../access/standing-credential.ts";
import type { Writer } from "../entities/write/write-request.ts";
import type { JsonObject } from "../platform/json-value.ts";

/** A task of a definition as it was sent. */
export interface SentTask {
  readonly name: string;
  readonly action: string;
  readonly async?: boolean | undefined;
  readonly config?: JsonObject | undefined;
  readonly timeoutSeconds?: number | undefined;
  readonly heartbeatSeconds?: number | undefined;
  readonly onTimeout?: "fail" | "complete" | undefined;
  readonly timeoutOutput?: JsonObject | undefined;
  readonly retry?: { readonly attempts: number; readonly backoffSeconds?: number | undefined } | undefined;
}

/** A task of a definition, with defaults applied. */
export interface TaskDefinition {
  readonly name: string;
  readonly action: string;
  readonly async: boolean;
  readonly config: JsonObject;
  readonly timeoutSeconds?: number;
  readonly heartbeatSeconds?: number;
  readonly onTimeout?: "fail" | "complete";
  readonly timeoutOutput?: JsonObject;
  readonly retry?: { readonly attempts: number; readonly backoffSeconds?: number };
}

/** The triggers, conditional and tasks of a workflow. */
export interface WorkflowDefinition {
  readonly description: string | null;
  readonly triggers: readonly string[];
  readonly conditional: string | null;
  readonly tasks: readonly TaskDefinition[];
  readonly maxConcurrentProcesses: number;
  readonly reentrant: boolean;
}

/** A version of a definition, as its processes use it. */
export interface WorkflowVersion {
  readonly workflowId: string;
  readonly version: number;
  readonly name: string;
  readonly definition: WorkflowDefinition;
  /** The credentials of outbound calls, by the name of the task. */
  readonly secrets: Buffer | null;
  /** The owner whose rights it acts with, looked up for each task. Null if unknown. */
  readonly owner: StandingCredential | null;
  /**
   * The author in the history. Its rights are those at the time of saving, used only by nodes of the previous version.
   */
  readonly writer: Writer;
}

export const workflowKindName = "event-workflow";
export const processKindName = "event-workflow-process";
export const taskKindName = "event-workflow-task";

/** The definition of a task. */
export function definitionOf(tasks: readonly TaskDefinition[], position: number): TaskDefinition {
  const definition = tasks[position];
  assert(definition !== undefined, "a task that its definition does not know");
  return definition;
}
