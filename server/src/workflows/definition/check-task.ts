import type { RequestFault } from "@weft/contract";
import { closestName } from "../../platform/closest-name.ts";
import { ExpressionError } from "../../platform/expressions/expression-error.ts";
import type { JsonObject, JsonValue } from "../../platform/json-value.ts";
import { validatePart } from "../../platform/request-errors.ts";
import { type Action, type ActionCatalog, errorAt, stepTo } from "../actions/action.ts";
import type { SentTask } from "../workflow.ts";
import { requireReadable } from "./fill-placeholders.ts";

/** All errors of a task, each with its pointer. */
export function checkTask(task: SentTask, actions: ActionCatalog, pointer: string): RequestFault[] {
  const action = actions.get(task.action);
  if (action === undefined) {
    const names = [...actions.keys()];
    const nearest = closestName(task.action, names);
    const advice = nearest === undefined ? `The actions are ${names.join(", ")}.` : `Did you mean ${nearest}?`;
    return [errorAt(`${pointer}/action`, `There is no action ${task.action}. ${advice}`)];
  }
  return [...validateWaiting(task, action, pointer), ...validateConfig(task.config ?? {}, action, `${pointer}/config`)];
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
    ? Object.entries(value).flatMap(([key, member]) => validateTexts(member, pointer + stepTo(key), plain))
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
