import type { RequestFault } from "@weft/contract";
import { z } from "zod";
import type { Caller } from "../../access/caller.ts";
import type { Writer } from "../../entities/model/write-request.ts";
import { describeIssue } from "../../platform/describe-issue.ts";
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
  /** It calls other systems: only those who may create webhooks can define such a task. */
  readonly callsOut?: true;
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
export class ActionError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ActionError";
  }
}

/** A timeout: the timeout settings of the definition apply. */
export class ActionTimeoutError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ActionTimeoutError";
  }
}

export function done(output: JsonObject = {}): ActionOutcome {
  return { kind: "done", output };
}

export function errorAt(pointer: string, detail: string): RequestFault {
  return { pointer, code: "invalid-value", detail };
}

/** Parses the config after its placeholders are resolved. */
export function readConfig<Schema extends z.ZodType>(schema: Schema, config: JsonObject): z.output<Schema> {
  const parsed = schema.safeParse(config, { error: describeIssue });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ActionError(`config.${issue?.path.join(".")}: ${issue?.message}`);
  }
  return parsed.data;
}

/** In a definition: a valid value, or a string with a placeholder, whose value is known only at run time. */
export function orPlaceholder<Schema extends z.ZodType>(schema: Schema, words: string) {
  const error = `Use ${words}, or a text with a placeholder.`;
  return z.union([schema, z.string().regex(/\{/, error)], { error });
}

/** The owner of the workflow, as a caller for the functions that require one. */
export function callerOfRun({ org, writer, process }: Pick<ActionRun, "org" | "writer" | "process">): Caller {
  const { author, rights } = writer;
  return {
    org: { ...org, name: org.slug },
    actor: { id: author.actorId, type: author.actorType, name: author.actorName, email: undefined },
    credential: { type: "app-key", id: process.workflowId, label: undefined, expiresOn: undefined },
    role: undefined,
    isAdministrator: rights.isAdministrator,
    rights: rights.rights,
    isNarrowed: true,
    taskId: undefined,
    ratePerSecond: undefined,
    allowedAddresses: undefined,
    csrfTokens: [],
  };
}
