import type { RequestFault } from "@weft/contract";
import type { z } from "zod";
import type { Writer } from "../../entities/write/write-request.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import type { WorkflowProcess, WorkflowTask } from "../process-state/process-state.ts";

/** The arguments of a run of an action. */
export interface ActionRun {
  readonly org: { readonly id: string; readonly slug: string };
  /** The identity that it acts as, and the change set of its writes. */
  readonly writer: Writer;
  readonly process: WorkflowProcess;
  readonly task: WorkflowTask;
  /** The event with the outputs of earlier tasks, as placeholders read it. */
  readonly document: JsonObject;
  /** With placeholders resolved. A member whose placeholder resolves to nothing is omitted. */
  readonly config: JsonObject;
  readonly savedConfig: JsonObject;
  /** The credential of this task's outbound calls, encrypted until it is used. */
  readonly secret: TaskSecret | undefined;
  /** Async tasks only: how to call back. */
  readonly callback: { readonly url: string; readonly token: string } | undefined;
  /** Aborted on timeout, when the process is canceled, and when the node stops. */
  readonly signal: AbortSignal;
  /** Adds a line to the logs of the task. */
  readonly log: (line: string) => void;
}

/** The secret part of an outbound call's auth. It is never returned to callers. */
export type TaskSecret = { readonly value: string } | { readonly secret: string };

type ActionOutcome =
  | { readonly kind: "done"; readonly output: JsonObject }
  /** Runs again later with the saved state. Nothing is kept in memory in between. */
  | { readonly kind: "again"; readonly on: Date; readonly state: JsonObject };

/** Something that a task can run. */
export interface Action {
  /** The schema of its config. Any value may also be a string, because strings can contain placeholders. */
  readonly config: z.ZodType;
  /** The action never completes its task: an external worker does. */
  readonly isAlwaysAsync?: true;
  /** Paths of config members that are not templates: a brace in a script is not a placeholder. */
  readonly plainMembers?: readonly string[];
  /** The default timeout. A task can override it. */
  readonly timeoutSeconds?: number;
  /** Checks beyond the schema. Pointers are relative to the config. */
  errorsOf?(config: JsonObject): RequestFault[];
  run(run: ActionRun): Promise<ActionOutcome>;
}

export type ActionCatalog = ReadonlyMap<string, Action>;

/** A failed action. The message is shown to readers of the task. */
export class ActionFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ActionFailure";
  }
}

/** A timeout: the timeout settings of the definition apply. */
export class ActionTimedOut extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ActionTimedOut";
  }
}

export function done(output: JsonObject = {}): ActionOutcome {
  return { kind: "done", output };
}

export function errorAt(pointer: string, detail: string): RequestFault {
  return { pointer, code: "invalid-value", detail };
}

/** One segment of a JSON pointer. */
export function stepTo(key: string): string {
  return `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
