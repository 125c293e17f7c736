import type { RequestFault } from "@weft/contract";
import type { z } from "zod";
import type { Writer } from "../../entities/write/write-request.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import type { WorkflowProcess, WorkflowTask } from "../process-state/process-state.ts";

/** What an action is run with. */
export interface ActionRun {
  readonly org: { readonly id: string; readonly slug: string };
  /** Whom it acts as, and the change set of what it changes. */
  readonly writer: Writer;
  readonly process: WorkflowProcess;
  readonly task: WorkflowTask;
  /** The event with the outputs of earlier tasks, as placeholders read it. */
  readonly document: JsonObject;
  /** With its placeholders filled in; a member whose placeholder finds nothing is left out. */
  readonly config: JsonObject;
  readonly savedConfig: JsonObject;
  /** What the calls of this task prove themselves with, encrypted until then. */
  readonly secret: TaskSecret | undefined;
  /** Of an async task: how it is called back. */
  readonly callback: { readonly url: string; readonly token: string } | undefined;
  /** Aborted when its time is over, the process is canceled or the node stops. */
  readonly signal: AbortSignal;
  /** Adds a line to the logs of the task. */
  readonly log: (line: string) => void;
}

/** The part of an outbound call's auth that nobody gets to read. */
export type TaskSecret = { readonly value: string } | { readonly secret: string };

type ActionOutcome =
  | { readonly kind: "done"; readonly output: JsonObject }
  /** It will be run once more, with what it has noted: nothing is kept in memory meanwhile. */
  | { readonly kind: "again"; readonly on: Date; readonly state: JsonObject };

/** Something that a task can do. */
export interface Action {
  /** What its config looks like, where a text may stand for anything because it may hold placeholders. */
  readonly config: z.ZodType;
  /** Nothing of it ends the task: an outside worker is expected to. */
  readonly isAlwaysAsync?: true;
  /** Members of the config, by their paths, that are taken as they are: a brace in a script is no placeholder. */
  readonly plainMembers?: readonly string[];
  /** How long it may take unless its task says otherwise. */
  readonly timeoutSeconds?: number;
  /** What the schema cannot see. Pointers are relative to the config. */
  errorsOf?(config: JsonObject): RequestFault[];
  run(run: ActionRun): Promise<ActionOutcome>;
}

export type ActionCatalog = ReadonlyMap<string, Action>;

/** What went wrong in an action, in words for whoever looks at the task. */
export class ActionFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ActionFailure";
  }
}

/** Its time is over: what the definition says of timeouts holds. */
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

/** A step of a JSON pointer. */
export function stepTo(key: string): string {
  return `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
