import { entityKinds, isSystemField } from "@weft/contract";
import { type Decider, type Decision, decide, type Target, targetOf } from "../../access/decide.ts";
import type { WeftEvent } from "../../entities/write/event-listener.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../platform/json-value.ts";
import { processKindName } from "../workflow.ts";

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

/** The entities that an event is about. Set by the service only, never from the data of an external event. */
export interface EventTargets {
  /** The states of the event's entity, which may have moved to another type or project. */
  readonly subject: readonly Target[];
  /** For the end of a process: the targets of its trigger, and so of its outputs. */
  readonly cause: readonly Target[];
}

/** External events, schedules and inbound calls carry plain data and are about no entity. */
export const noTargets: EventTargets = { subject: [], cause: [] };

export function targetsOfEvent(event: WeftEvent): EventTargets {
  if (event.kind !== "named") {
    return {
      subject: [event.after, event.before].flatMap((state) => (state === undefined ? [] : [targetOf(state)])),
      cause: [],
    };
  }
  return event.subject === undefined
    ? noTargets
    : { subject: [event.subject.target], cause: event.subject.cause ?? [] };
}

/** All targets that a reader of the process's outputs must be able to read. */
export function allTargets({ subject, cause }: EventTargets): readonly Target[] {
  return [...subject, ...cause];
}

const entityTypes = new Set<string>(entityKinds.map(({ name }) => name));

/** For processes started by an earlier version of the service, which did not store targets. */
export function targetsOfOldProcess(triggerKey: string, event: JsonObject): EventTargets {
  const [type = ""] = triggerKey.split("|");
  const states = [event["newData"], event["oldData"]].flatMap(targetsIn);
  if (type === processKindName) {
    const { cause } = event;
    const key = isJsonObject(cause ?? null) ? cause : undefined;
    return { subject: [{ typePath: processKindName }], cause: key === undefined ? [] : targetsOfCause(key) };
  }
  if (states.length === 0 && (type === "loader-process" || entityTypes.has(type))) {
    return { subject: [{ typePath: type }], cause: [] };
  }
  return { subject: states, cause: [] };
}

function targetsOfCause(cause: JsonValue): readonly Target[] {
  if (cause === undefined || !isJsonObject(cause)) {
    return [];
  }
  return allTargets(targetsOfOldProcess(String(cause["triggerKey"] ?? ""), cause));
}

function targetsIn(state: JsonValue): Target[] {
  if (state === undefined || !isJsonObject(state) || typeof state["typePath"] !== "string") {
    return [];
  }
  const { typePath, id, projectId } = state;
  return [targetOf({ typePath, id: String(id ?? ""), projectId: typeof projectId === "string" ? projectId : null })];
}
