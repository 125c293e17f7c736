import { type Decider, type Decision, decide } from "../../access/decide.ts";
import { isSystemField } from "../../changes/readable-changes.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../platform/json-value.ts";
import { allTargets, type EventTargets } from "./event-targets.ts";

/** An event with what it is about: callers of processes and the workflows themselves read it by their rights. */
interface TargetedEvent {
  readonly triggerEvent: JsonObject;
  readonly eventTargets: EventTargets;
}

/** Whether the reader may read all of what has started a process, and so what its tasks have made of it. */
export function mayReadEvent(reader: Decider, { eventTargets }: Pick<TargetedEvent, "eventTargets">): boolean {
  return decisionsOn(reader, allTargets(eventTargets)).every(isWhole);
}

/** Whether the entity that the event is of exists for the reader. */
export function mayKnowOfEvent(reader: Decider, { eventTargets }: Pick<TargetedEvent, "eventTargets">): boolean {
  return decisionsOn(reader, eventTargets.subject).every(({ isAllowed }) => isAllowed);
}

/** What is told of an event to those who listen for the end of its process: what it was about, without its data. */
export function causeOf({ triggerKey, entityReference, newData, oldData, cause }: JsonObject): JsonObject {
  const reported = { triggerKey, entityReference, newData: kindOf(newData), oldData: kindOf(oldData), cause };
  return Object.fromEntries(Object.entries(reported).filter(([, value]) => value !== undefined));
}

function kindOf(state: JsonValue): JsonValue {
  if (state === undefined || !isJsonObject(state)) {
    return undefined;
  }
  const { typePath, projectId } = state;
  return { typePath, ...(projectId === undefined ? {} : { projectId }) };
}

/** What may be read of every event: when it was and which ids it names. */
const openMembers = new Set([
  ...["triggerKey", "occurredOn", "entityReference", "changeId", "changeSetId", "assortmentId"],
  ...["assortmentPublishChangeId", "loaderProcessId", "processId", "eventWorkflowId"],
]);
const stateMembers = new Set(["newData", "oldData", "propertyDiffs"]);
/** What tasks have made of what has started their process. */
const derivedMembers = new Set(["taskOutputs", "failure"]);

/** The event with just what the reader may read of the entity that it tells of. */
export function readableEvent(reader: Decider, { triggerEvent, eventTargets }: TargetedEvent): JsonObject {
  const decisions = decisionsOn(reader, eventTargets.subject);
  const maySeeDerived = mayReadEvent(reader, { eventTargets });
  if (maySeeDerived) {
    return triggerEvent;
  }
  const maySee = (field: string) => decisions.every((decision) => shows(decision, field));
  const maySeeField = (field: string) => maySee(field) || (isSystemField(field) && decisions.every(isAllowed));
  const members = Object.entries(triggerEvent).flatMap(([name, value]): [string, JsonValue][] => {
    if (stateMembers.has(name)) {
      return readableState(name, value, decisions.every(isAllowed), maySeeField);
    }
    const isShown = openMembers.has(name) || (maySee(name) && !derivedMembers.has(name));
    return isShown ? [[name, value]] : [];
  });
  return Object.fromEntries(members);
}

function readableState(
  name: string,
  state: JsonValue,
  isKnown: boolean,
  maySee: (field: string) => boolean,
): [string, JsonValue][] {
  return isKnown && state !== undefined && isJsonObject(state)
    ? [[name, Object.fromEntries(Object.entries(state).filter(([field]) => maySee(field)))]]
    : [];
}

function decisionsOn(reader: Decider, targets: EventTargets["subject"]): Decision[] {
  return targets.map((target) => decide(reader, "read", target));
}

function isAllowed(decision: Decision): boolean {
  return decision.isAllowed;
}

function isWhole(decision: Decision): boolean {
  return decision.isAllowed && decision.fields === "all";
}

function shows(decision: Decision, field: string): boolean {
  return decision.isAllowed && (decision.fields === "all" || decision.fields.has(field));
}
