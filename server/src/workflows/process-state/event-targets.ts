import { entityKinds } from "@weft/contract";
import { type Target, targetOf } from "../../access/decide.ts";
import type { WeftEvent } from "../../entities/event-listener.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../platform/json-value.ts";
import { processKindName } from "../workflow.ts";

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
