import type { Caller } from "../../access/caller.ts";
import { type Decision, decide } from "../../access/decide.ts";
import { isSystemField } from "../../changes/readable-changes.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../platform/json-value.ts";

/** Whether the caller may read all of what has started a process, and so what its tasks have made of it. */
export function mayReadEvent(caller: Caller, event: JsonObject): boolean {
  return (
    decisionsOn(caller, event).every((decision) => decision.isAllowed && decision.fields === "all") &&
    mayReadCause(caller, event)
  );
}

function mayReadCause(caller: Caller, { cause }: JsonObject): boolean {
  return cause === undefined || !isJsonObject(cause) || mayReadEvent(caller, cause);
}

/** What is told of an event to those who listen for the end of its process: what it was about, without its data. */
export function causeOf({ triggerKey, entityReference, newData, oldData, cause }: JsonObject): JsonObject {
  const told = { triggerKey, entityReference, newData: kindOf(newData), oldData: kindOf(oldData), cause };
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
}

/** As much as is needed to decide who may read it. */
function kindOf(state: JsonValue): JsonValue {
  if (state === undefined || !isJsonObject(state)) {
    return undefined;
  }
  const { typePath, projectId } = state;
  return { typePath, ...(projectId === undefined ? {} : { projectId }) };
}

/** The event with just what the caller may read of the entity that it tells of. */
export function readableEvent(caller: Caller, event: JsonObject): JsonObject {
  const { taskOutputs: _hidden, ...withoutOutputs } = event;
  return withoutUnreadable(caller, mayReadCause(caller, event) ? event : withoutOutputs);
}

function withoutUnreadable(caller: Caller, event: JsonObject): JsonObject {
  const decisions = decisionsOn(caller, event);
  if (decisions.length === 0) {
    return event;
  }
  const { newData, oldData, propertyDiffs, ...rest } = event;
  if (decisions.some((decision) => !decision.isAllowed)) {
    return rest;
  }
  const mayRead = (field: string) =>
    isSystemField(field) || decisions.every((decision) => decision.isAllowed && isVisible(field, decision));
  return {
    ...rest,
    ...readableMember("newData", newData, mayRead),
    ...readableMember("oldData", oldData, mayRead),
    ...readableMember("propertyDiffs", propertyDiffs, mayRead),
  };
}

/** One for each state of the entity: it may have been moved to another type or project. */
function decisionsOn(caller: Caller, { newData, oldData }: JsonObject): Decision[] {
  return [newData, oldData].flatMap((state) => {
    if (state === undefined || !isJsonObject(state) || typeof state["typePath"] !== "string") {
      return [];
    }
    const { typePath, projectId } = state;
    return [decide(caller, "read", { typePath, ...(typeof projectId === "string" ? { projectId } : {}) })];
  });
}

function isVisible(field: string, decision: Extract<Decision, { isAllowed: true }>): boolean {
  return decision.fields === "all" || decision.fields.has(field);
}

function readableMember(name: string, value: JsonValue, mayRead: (field: string) => boolean): JsonObject {
  return value !== undefined && isJsonObject(value)
    ? { [name]: Object.fromEntries(Object.entries(value).filter(([field]) => mayRead(field))) }
    : {};
}
