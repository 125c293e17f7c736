import type { EventWorkflow, EventWorkflowCreate, EventWorkflowFormField, JsonObject } from "@weft/client";

/** A field of a form while it is edited. */
export interface FieldDraft extends Pick<EventWorkflowFormField, "slug" | "propertyType"> {
  readonly label?: string | undefined;
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
  readonly options?: NonNullable<EventWorkflowFormField["options"]> | undefined;
  readonly currency?: string | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** A task while it is edited. */
export interface TaskDraft {
  readonly name: string;
  readonly action: string;
  readonly async?: boolean | undefined;
  readonly config?: JsonObject | undefined;
  readonly timeoutSeconds?: number | undefined;
  readonly heartbeatSeconds?: number | undefined;
  readonly onTimeout?: "fail" | "complete" | undefined;
  readonly timeoutOutput?: JsonObject | undefined;
  readonly form?: readonly FieldDraft[] | undefined;
  readonly retry?: { readonly attempts: number; readonly backoffSeconds?: number | undefined } | undefined;
}

/** A definition while it is edited: shown by both the form and the JSON. */
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

/** Accepts anything with the shape of a definition, including unknown members: the service validates the rest. */
export function readDraft(text: string): ReadDraft {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { error: `This is not valid JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  return isDraft(value) ? { draft: value } : { error: outlineError };
}

const outlineError =
  "A definition is an object with name (a string), triggers (a list of strings) and tasks (a list of objects, each with name and action as strings, and config as an object).";

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
    (value["form"] === undefined || isListOf(value["form"], isObject)) &&
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

/** Missing members are omitted, and the service validates the rest. */
export function bodyOf(draft: Draft): EventWorkflowCreate {
  return JSON.parse(JSON.stringify(draft));
}

/** The update for a draft: what is no longer there is removed. */
export function updateBodyOf(draft: Draft) {
  const body = bodyOf(draft);
  return { ...body, description: body.description ?? null, conditional: body.conditional ?? null };
}

/** A saved definition, without default values. */
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
