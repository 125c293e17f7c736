import {
  type EventListener,
  type OrgListener,
  subjectOf,
  triggerEventMaker,
  triggerKeyOf,
  versionOf,
  type WeftEvent,
} from "../../entities/write/event-listener.ts";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { targetsOfEvent } from "../process-state/readable-event.ts";
import { workflowsTopic } from "../workflow.ts";
import type { StartingServices } from "../workflow-services.ts";
import { listActiveWorkflows } from "../workflow-store.ts";
import { draftProcesses, type ListeningWorkflow, listeningWorkflow, type TriggerOccurrence } from "./draft-process.ts";
import { insertProcesses } from "./process-start-store.ts";

/** Starts workflows on events. */
export function workflowListener(services: StartingServices): EventListener {
  return {
    async listenerOf(db, orgId) {
      const workflows = (await listActiveWorkflows(db, orgId))
        .map(listeningWorkflow)
        .filter(({ triggers }) => triggers.some(isRaised));
      return workflows.length === 0 ? undefined : orgListener(orgId, workflows, services);
    },
  };
}

/** Schedules and inbound webhooks start their workflows themselves; an external event may have any other key. */
function isRaised(triggerKey: string): boolean {
  return !/^(?:cron|webhook)\|/.test(triggerKey);
}

function orgListener(
  orgId: string,
  workflows: readonly ListeningWorkflow[],
  { bus, expressions }: StartingServices,
): OrgListener {
  const byKey = workflowsByKey(workflows);
  return {
    hears: (triggerKey) => byKey.has(triggerKey),
    async rowsFor(tx: Transaction, events: readonly WeftEvent[], types: TypeTree) {
      const makeEvent = triggerEventMaker(types);
      const triggers = events.flatMap((event) => {
        const occasion = occasionOf(event, makeEvent);
        return (byKey.get(occasion.triggerKey) ?? []).map((workflow) => ({ workflow, occasion }));
      });
      const drafts = await draftProcesses(tx, { expressions, orgId }, triggers);
      if (drafts.length > 0) {
        await insertProcesses(tx, orgId, drafts);
        tx.afterCommit(() => bus.publish(workflowsTopic, orgId));
      }
    },
  };
}

function workflowsByKey(workflows: readonly ListeningWorkflow[]): ReadonlyMap<string, readonly ListeningWorkflow[]> {
  const byKey = new Map<string, ListeningWorkflow[]>();
  for (const workflow of workflows) {
    for (const key of workflow.triggers.filter(isRaised)) {
      byKey.set(key, [...(byKey.get(key) ?? []), workflow]);
    }
  }
  return byKey;
}

function occasionOf(event: WeftEvent, makeEvent: ReturnType<typeof triggerEventMaker>): TriggerOccurrence {
  const [type = "", id = ""] = subjectOf(event)?.split(":") ?? [];
  const version = versionOf(event);
  return {
    triggerKey: triggerKeyOf(event),
    triggerEvent: makeEvent(event),
    eventTargets: targetsOfEvent(event),
    ...(version === undefined ? {} : { entity: { type, id, version } }),
    causes: event.author.causes ?? [],
    actorId: event.author.actorId,
    // An external event has one start key per request: the response lists the processes started with it.
    ...(event.kind === "named" && event.subject === undefined ? { startKey: event.author.changeSetId } : {}),
  };
}
