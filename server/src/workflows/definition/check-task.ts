import type { RequestFault } from "@weft/contract";
import { closestName } from "../../platform/closest-name.ts";
import { ExpressionFault } from "../../platform/expressions/expression-fault.ts";
import type { JsonObject, JsonValue } from "../../platform/json-value.ts";
import { faultsOfPart } from "../../platform/request-faults.ts";
import { type Action, type ActionCatalog, faultAt, stepTo } from "../actions/action.ts";
import type { SentTask } from "../workflow.ts";
import { requireReadable } from "./fill-placeholders.ts";

/** Everything that is wrong with a task, each with its place. */
export function checkTask(task: SentTask, actions: ActionCatalog, pointer: string): RequestFault[] {
  const action = actions.get(task.action);
  if (action === undefined) {
    const names = [...actions.keys()];
    const nearest = closestName(task.action, names);
    const advice = nearest === undefined ? `There are ${names.join(", ")}.` : `Did you mean ${nearest}?`;
    return [faultAt(`${pointer}/action`, `There is no action ${task.action}. ${advice}`)];
  }
  return [...faultsOfWaiting(task, action, pointer), ...faultsOfConfig(task.config ?? {}, action, `${pointer}/config`)];
}

function faultsOfWaiting(task: SentTask, { isAlwaysAsync }: Action, pointer: string): RequestFault[] {
  const isAsync = task.async ?? isAlwaysAsync ?? false;
  return [
    ...faultIf(isAlwaysAsync === true && task.async === false, `${pointer}/async`, alwaysAsync(task.action)),
    ...faultIf(
      task.heartbeatSeconds !== undefined && !isAsync,
      `${pointer}/heartbeatSeconds`,
      "Only an async task has heartbeats. Set async: true, or use timeoutSeconds.",
    ),
    ...faultIf(
      task.timeoutOutput !== undefined && task.onTimeout !== "complete",
      `${pointer}/timeoutOutput`,
      'timeoutOutput needs onTimeout: "complete".',
    ),
  ];
}

function alwaysAsync(action: string): string {
  return `A task with the action ${action} is finished from outside, so it is always async. Leave async out.`;
}

function faultIf(isFault: boolean, pointer: string, detail: string): RequestFault[] {
  return isFault ? [faultAt(pointer, detail)] : [];
}

function faultsOfConfig(config: JsonObject, action: Action, pointer: string): RequestFault[] {
  const shape = faultsOfPart(action.config, config, "body");
  const more = shape.length > 0 ? [] : (action.faultsOf?.(config) ?? []);
  const faults = [...shape, ...more].map((fault) => ({ ...fault, pointer: pointer + fault.pointer.replace(/^#/, "") }));
  const plain = action.plainMembers?.map((member) => `${pointer}/${member}`) ?? [];
  return [...faults, ...faultsOfTexts(config, pointer, plain)];
}

/** A text that cannot be read as a template or an expression is found when the definition is saved. */
function faultsOfTexts(value: JsonValue, pointer: string, plain: readonly string[]): RequestFault[] {
  if (plain.includes(pointer)) {
    return [];
  }
  if (typeof value === "string") {
    const fault = faultOfText(value);
    return fault === undefined ? [] : [faultAt(pointer, fault)];
  }
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, member]) => faultsOfTexts(member, pointer + stepTo(key), plain))
    : [];
}

function faultOfText(text: string): string | undefined {
  try {
    requireReadable(text);
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionFault) {
      return error.message;
    }
    throw error;
  }
}
