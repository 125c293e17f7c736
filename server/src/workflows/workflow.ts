import assert from "node:assert";
import type { StandingCredential } from "../access/keys/standing-credential.ts";
import type { Writer } from "../entities/model/write-request.ts";
import type { JsonObject } from "../platform/json-value.ts";
import type { TaskForm } from "./task-form.ts";

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
  readonly form?: TaskForm | undefined;
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
  readonly form?: TaskForm;
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

/**
 * A version saved by an earlier version of the service has no owner. If its author is a user, that user is the owner.
 */
export function ownerOf(
  owner: StandingCredential | null,
  { author }: Pick<Writer, "author">,
): StandingCredential | null {
  return owner ?? (author.actorType === "user" ? { type: "user", id: author.actorId } : null);
}

/** Notifies nodes that an org may have processes to start or tasks to run. */
export const workflowsTopic = "workflows";

/** Notifies nodes that a process has changed: requests that wait for its end check again. */
export const processesTopic = "processes";

/** Notifies nodes that an unclaimed task awaits its callback: waiting claims check again. */
export const awaitedTopic = "awaited tasks";

/** Workers claim the tasks of one action. */
export function awaitedKey(orgId: string, action: string): string {
  return `${orgId} ${action}`;
}

/** Notifies nodes that a process was canceled, by its id, or one run of a task: a node that runs it aborts it. */
export const cancellationsTopic = "canceled processes";

/** One run of a task: after a restart, the next one must not be aborted in its place. */
export function runKey({ id, attempt }: { readonly id: string; readonly attempt: number }): string {
  return `${id} ${attempt}`;
}
