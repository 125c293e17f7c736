import type { EventWorkflow, EventWorkflowCreate, JsonObject } from "@weft/client";

/** A task as it is being written. */
export interface TaskDraft {
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

/** A definition as it is being written: what the form and the JSON beside it both show. */
export interface Draft {
  readonly name: string;
  readonly identifier?: string | undefined;
  readonly description?: string | undefined;
  readonly triggers: readonly string[];
  readonly conditional?: string | undefined;
  readonly tasks: readonly TaskDraft[];
  readonly maxConcurrentProcesses?: number | undefined;
  readonly reentrant?: boolean | undefined;
}

type ReadDraft = { readonly draft: Draft } | { readonly error: string };

/** Takes what has the outline of a definition, also with members it does not know: the service judges the rest. */
export function readDraft(text: string): ReadDraft {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { error: `This is no JSON yet: ${error instanceof Error ? error.message : String(error)}` };
  }
  return isDraft(value) ? { draft: value } : { error: outlineError };
}

const outlineError =
  "A definition is an object with name (a text), triggers (a list of texts) and tasks (a list of objects, each with name and action as texts, and config as an object).";

function isDraft(value: unknown): value is Draft {
  return (
    isObject(value) &&
    typeof value["name"] === "string" &&
    isListOf(value["triggers"], (trigger) => typeof trigger === "string") &&
    isTextOrMissing(value["conditional"]) &&
    isTextOrMissing(value["description"]) &&
    isTextOrMissing(value["identifier"]) &&
    isListOf(value["tasks"], isTask)
  );
}

function isTask(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value["name"] === "string" &&
    typeof value["action"] === "string" &&
    (value["config"] === undefined || isObject(value["config"])) &&
    (value["retry"] === undefined || isObject(value["retry"]))
  );
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isListOf(value: unknown, isMember: (member: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isMember);
}

function isTextOrMissing(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

export function writeDraft(draft: Draft): string {
  return JSON.stringify(draft, null, 2);
}

/** What is not said is left out, and the parser of the service judges the rest. */
export function bodyOf(draft: Draft): EventWorkflowCreate {
  return JSON.parse(JSON.stringify(draft));
}

/** What an update must say of a draft: what is no longer there goes. */
export function updateBodyOf(draft: Draft) {
  const body = bodyOf(draft);
  return { ...body, description: body.description ?? null, conditional: body.conditional ?? null };
}

/** A saved definition, without what goes without saying. */
export function draftOf(workflow: EventWorkflow): Draft {
  const { name, identifier, description, triggers, conditional, tasks, maxConcurrentProcesses, reentrant } = workflow;
  const draft = {
    name,
    identifier,
    ...(description === null ? {} : { description }),
    triggers,
    ...(conditional === null ? {} : { conditional }),
    tasks: tasks.map(({ name: taskName, action, async: isAsync, config, ...rest }) => ({
      name: taskName,
      action,
      ...(isAsync && action !== "external" ? { async: true } : {}),
      config,
      ...rest,
    })),
    maxConcurrentProcesses,
    reentrant,
  };
  const read = readDraft(JSON.stringify(draft));
  return "draft" in read ? read.draft : { name, triggers, tasks: [] };
}
