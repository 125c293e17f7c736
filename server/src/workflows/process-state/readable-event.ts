import { type Decider, type Decision, decide } from "../../access/decide.ts";
import { isSystemField } from "../../changes/readable-changes.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../platform/json-value.ts";
import { allTargets, type EventTargets } from "./event-targets.ts";

/** An event with its targets. Callers and the workflows themselves see it according to their rights. */
interface TargetedEvent {
  readonly triggerEvent: JsonObject;
  readonly eventTargets: EventTargets;
}

/** Whether the reader may read everything that triggered a process, and so the results of its tasks. */
export function mayReadEvent(reader: Decider, { eventTargets }: Pick<TargetedEvent, "eventTargets">): boolean {
  return decisionsOn(reader, allTargets(eventTargets)).every(isWhole);
}

/** Whether the event's entity exists for the reader. */
export function mayKnowOfEvent(reader: Decider, { eventTargets }: Pick<TargetedEvent, "eventTargets">): boolean {
  return decisionsOn(reader, eventTargets.subject).every(({ isAllowed }) => isAllowed);
}

/** What workflows triggered by the end of a process learn of its own trigger: what it was about, without its data. */
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

/** Readable in every event: its time and the ids it names. */
const openMembers = new Set([
  ...["triggerKey", "occurredOn", "entityReference", "changeId", "changeSetId", "assortmentId"],
  ...["assortmentPublishChangeId", "loaderProcessId", "processId", "eventWorkflowId"],
]);
const stateMembers = new Set(["newData", "oldData", "propertyDiffs"]);
/** Derived from the trigger by the tasks of the process. */
const derivedMembers = new Set(["taskOutputs", "failure"]);

/** The event, reduced to what the reader may read of its entity. */
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
