import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import { closestName } from "../../platform/closest-name.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { conflict, invalidField } from "../../platform/errors.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import { validateRaisedKey } from "../definition/trigger-keys.ts";
import { noTargets } from "../process-state/readable-event.ts";
import { processKindName, workflowsTopic } from "../workflow.ts";
import type { StartingServices } from "../workflow-services.ts";
import { listActiveWorkflows } from "../workflow-store.ts";
import { draftProcesses, type ListeningWorkflow, listeningWorkflow, type TriggerOccurrence } from "./draft-process.ts";
import { findStarted, insertProcesses } from "./process-start-store.ts";

export interface StartRequest {
  readonly triggerKey: string;
  readonly event: JsonObject;
  /** Only this one of the matching workflows. */
  readonly eventWorkflowId?: string | undefined;
}

/** Starts the workflows triggered by a key, in the given transaction. Returns the ids of their processes. */
export async function requestProcesses(
  tx: Transaction,
  services: StartingServices,
  caller: Caller,
  { triggerKey, event, eventWorkflowId }: StartRequest,
): Promise<string[]> {
  requireRight(caller, "create", { typePath: processKindName }, "list");
  requireOutsideKey(triggerKey, "#/triggerKey");
  const workflows = (await listActiveWorkflows(tx, caller.org.id)).map(listeningWorkflow);
  const listening = workflows.filter(
    ({ id, triggers }) => triggers.includes(triggerKey) && (eventWorkflowId === undefined || id === eventWorkflowId),
  );
  if (listening.length === 0) {
    throw invalidField("#/triggerKey", nobodyListens(triggerKey, workflows));
  }
  const place = { ...services, orgId: caller.org.id };
  const ids = await startListening(tx, place, listening, occasionOf(caller, triggerKey, event));
  if (ids.length === 0) {
    throw conflict(`A workflow listens to ${triggerKey}, but its conditional is false for this event.`);
  }
  return ids;
}

/** Callers raise external events. Events of entities, schedules and inbound calls are raised by the service only. */
export function requireOutsideKey(triggerKey: string, pointer: string): void {
  const error = validateRaisedKey(triggerKey);
  if (error !== undefined) {
    throw invalidField(pointer, error);
  }
}

/** Starts exactly one, for a caller that waits for its end. */
export async function requestProcess(
  tx: Transaction,
  services: StartingServices,
  caller: Caller,
  request: StartRequest,
): Promise<string> {
  const ids = await requestProcesses(tx, services, caller, request);
  const [id] = ids;
  if (id === undefined || ids.length > 1) {
    throw conflict(
      `${ids.length} workflows listen to ${request.triggerKey}, but only one can be waited for. Send eventWorkflowId.`,
    );
  }
  return id;
}

/** An external event, which is about no entity. */
export type OutsideOccasion = Omit<TriggerOccurrence, "eventTargets">;

/** Starts the triggered workflows whose conditional is true. A repeated start key returns the first processes. */
export async function startListening(
  tx: Transaction,
  { bus, expressions, orgId }: StartingServices & { readonly orgId: string },
  listening: readonly ListeningWorkflow[],
  outside: OutsideOccasion,
): Promise<string[]> {
  const occasion = { ...outside, eventTargets: noTargets };
  const triggers = listening.map((workflow) => ({ workflow, occasion }));
  const drafts = await draftProcesses(tx, { expressions, orgId }, triggers);
  const ids = await insertProcesses(tx, orgId, drafts);
  tx.afterCommit(() => bus.publish(workflowsTopic, orgId));
  return occasion.startKey === undefined ? ids : findStarted(tx, orgId, occasion.startKey);
}

/** The event has the members of the request; the service always sets the key and the time. */
function occasionOf(caller: Caller, triggerKey: string, event: JsonObject): OutsideOccasion {
  const triggerEvent = { occurredOn: new Date().toISOString(), ...event, triggerKey };
  return { triggerKey, triggerEvent, causes: [], actorId: caller.actor.id };
}

function nobodyListens(triggerKey: string, workflows: readonly ListeningWorkflow[]): string {
  const keys = [...new Set(workflows.flatMap(({ triggers }) => triggers))];
  const nearest = closestName(triggerKey, keys);
  const advice = nearest === undefined ? "Add the key to the triggers of a workflow." : `Did you mean ${nearest}?`;
  return `No active workflow listens to ${triggerKey}. ${advice}`;
}
