import type { RequestFault } from "@weft/contract";
import { closestName } from "../../platform/closest-name.ts";
import { compileExpression } from "../../platform/expressions/compiling/compile-expression.ts";
import { ExpressionError } from "../../platform/expressions/expression-error.ts";
import { documentPaths } from "../../platform/expressions/names/document-paths.ts";
import { pointerStep } from "../../platform/json/merge-output.ts";
import type { JsonObject, JsonValue } from "../../platform/json-value.ts";
import { invalidPart, validatePart } from "../../platform/request-errors.ts";
import { type Action, type ActionCatalog, errorAt } from "../actions/action.ts";
import { fitAnswer, validateForm } from "../task-form.ts";
import type { SentTask, TaskDefinition, WorkflowDefinition } from "../workflow.ts";
import { requireReadable } from "./fill-placeholders.ts";
import { fitsAuth, needsSecret, type TaskSecrets, takeSecret } from "./task-secrets.ts";
import { validateTriggerKey } from "./trigger-keys.ts";

/** A complete definition as sent. */
export interface SentDefinition extends Omit<WorkflowDefinition, "tasks"> {
  readonly tasks: readonly SentTask[];
}

export interface CheckedDefinition {
  readonly definition: WorkflowDefinition;
  readonly secrets: TaskSecrets;
}

/** Validates a definition and reports all errors with their pointers. Secrets that are not sent again are kept. */
export function checkDefinition(sent: SentDefinition, actions: ActionCatalog, kept: TaskSecrets): CheckedDefinition {
  const errors = [
    ...sent.triggers.flatMap((key, index) => errorOf(`#/triggers/${index}`, validateTriggerKey(key))),
    ...errorOf("#/conditional", validateConditional(sent.conditional)),
    ...validateNames(sent.tasks),
    ...sent.tasks.flatMap((task, index) => checkTask(task, actions, `#/tasks/${index}`)),
    ...sent.tasks.flatMap((task, index) => validateSecret(task, kept, `#/tasks/${index}/config/auth`)),
  ];
  if (errors.length > 0) {
    throw invalidPart("body", errors);
  }
  return complete(sent, actions, kept);
}

function errorOf(pointer: string, detail: string | undefined): RequestFault[] {
  return detail === undefined ? [] : [errorAt(pointer, detail)];
}

function validateConditional(conditional: string | null): string | undefined {
  try {
    if (conditional !== null) {
      compileExpression(conditional, documentPaths());
    }
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionError) {
      return error.message;
    }
    throw error;
  }
}

function validateNames(tasks: readonly SentTask[]): RequestFault[] {
  return tasks.flatMap(({ name }, index) => {
    const first = tasks.findIndex((task) => task.name === name);
    const detail = `Task ${first + 1} is also named ${name}. Task names must be unique: {tasks.${name}.output}.`;
    return first === index ? [] : [errorAt(`#/tasks/${index}/name`, detail)];
  });
}

const missingSecret =
  "Send the header's value, or the secret to sign with. It is encrypted, never shown, and bound to URL, method and header name: if one of these changes, send it again.";

function validateSecret({ name, config = {} }: SentTask, kept: TaskSecrets, pointer: string): RequestFault[] {
  const secret = takeSecret(config).secret ?? kept[name];
  return !needsSecret(config) || (secret !== undefined && fitsAuth(config, secret))
    ? []
    : [errorAt(pointer, missingSecret)];
}

function complete(sent: SentDefinition, actions: ActionCatalog, kept: TaskSecrets): CheckedDefinition {
  const secrets: Record<string, TaskSecrets[string]> = {};
  const tasks = sent.tasks.map((task): TaskDefinition => {
    const { config, secret = kept[task.name] } = takeSecret(task.config ?? {});
    if (secret !== undefined && fitsAuth(config, secret)) {
      secrets[task.name] = secret;
    }
    return { ...withoutUndefined(task), async: task.async ?? actions.get(task.action)?.isAlwaysAsync ?? false, config };
  });
  return { definition: { ...sent, triggers: [...new Set(sent.triggers)], tasks }, secrets };
}

function withoutUndefined(task: SentTask) {
  const { name, action, timeoutSeconds, heartbeatSeconds, onTimeout, timeoutOutput, form, retry } = task;
  return {
    name,
    action,
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    ...(heartbeatSeconds === undefined ? {} : { heartbeatSeconds }),
    ...(onTimeout === undefined ? {} : { onTimeout }),
    ...(timeoutOutput === undefined ? {} : { timeoutOutput }),
    ...(form === undefined ? {} : { form }),
    ...(retry === undefined ? {} : { retry: retryOf(retry) }),
  };
}

function retryOf({ attempts, backoffSeconds }: NonNullable<SentTask["retry"]>) {
  return { attempts, ...(backoffSeconds === undefined ? {} : { backoffSeconds }) };
}

/** All errors of a task, each with its pointer. */
function checkTask(task: SentTask, actions: ActionCatalog, pointer: string): RequestFault[] {
  const action = actions.get(task.action);
  if (action === undefined) {
    const names = [...actions.keys()];
    const nearest = closestName(task.action, names);
    const advice = nearest === undefined ? `The actions are ${names.join(", ")}.` : `Did you mean ${nearest}?`;
    return [errorAt(`${pointer}/action`, `There is no action ${task.action}. ${advice}`)];
  }
  return [
    ...validateWaiting(task, action, pointer),
    ...validateTaskForm(task, pointer),
    ...validateConfig(task.config ?? {}, action, `${pointer}/config`),
  ];
}

/** A task that completes on timeout has an output like any answer, so it must fit too. */
function validateTaskForm({ action, form, timeoutOutput }: SentTask, pointer: string): RequestFault[] {
  if (form === undefined) {
    return [];
  }
  if (action !== "external") {
    const detail = "Only a task with the action external has a form. Omit form, or ask with an external task.";
    return [errorAt(`${pointer}/form`, detail)];
  }
  const errors = validateForm(form).map((error) => errorAt(`${pointer}/form${error.pointer}`, error.detail));
  if (errors.length > 0 || timeoutOutput === undefined) {
    return errors;
  }
  const fitted = fitAnswer(form, timeoutOutput, { pointer: `${pointer}/timeoutOutput`, before: {} });
  return "errors" in fitted ? [...fitted.errors] : [];
}

function validateWaiting(task: SentTask, { isAlwaysAsync }: Action, pointer: string): RequestFault[] {
  const isAsync = task.async ?? isAlwaysAsync ?? false;
  return [
    ...errorIf(isAlwaysAsync === true && task.async === false, `${pointer}/async`, alwaysAsync(task.action)),
    ...errorIf(
      task.heartbeatSeconds !== undefined && !isAsync,
      `${pointer}/heartbeatSeconds`,
      "Only an async task has heartbeats. Set async: true, or use timeoutSeconds.",
    ),
    ...errorIf(
      task.timeoutOutput !== undefined && task.onTimeout !== "complete",
      `${pointer}/timeoutOutput`,
      'timeoutOutput requires onTimeout: "complete".',
    ),
  ];
}

function alwaysAsync(action: string): string {
  return `A task with the action ${action} is completed from outside, so it is always async. Omit async.`;
}

function errorIf(isError: boolean, pointer: string, detail: string): RequestFault[] {
  return isError ? [errorAt(pointer, detail)] : [];
}

function validateConfig(config: JsonObject, action: Action, pointer: string): RequestFault[] {
  const shape = validatePart(action.config, config, "body");
  const more = shape.length > 0 ? [] : (action.errorsOf?.(config) ?? []);
  const errors = [...shape, ...more].map((error) => ({ ...error, pointer: pointer + error.pointer.replace(/^#/, "") }));
  const plain = action.plainMembers?.map((member) => `${pointer}/${member}`) ?? [];
  return [...errors, ...validateTexts(config, pointer, plain)];
}

/** Templates and expressions that cannot be parsed are rejected when the definition is saved. */
function validateTexts(value: JsonValue, pointer: string, plain: readonly string[]): RequestFault[] {
  if (plain.includes(pointer)) {
    return [];
  }
  if (typeof value === "string") {
    const error = validateText(value);
    return error === undefined ? [] : [errorAt(pointer, error)];
  }
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, member]) => validateTexts(member, pointer + pointerStep(key), plain))
    : [];
}

function validateText(text: string): string | undefined {
  try {
    requireReadable(text);
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionError) {
      return error.message;
    }
    throw error;
  }
}
