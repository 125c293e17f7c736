import { findChangeIds } from "../../changes/change-history-store.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import type { ActionCatalog } from "../actions/action.ts";
import type { TaskDefinition } from "../workflow.ts";
import type { WorkflowServices } from "../workflow-services.ts";
import { type ClaimedTask, describeClaims } from "./claim-tasks.ts";
import {
  beginWithTasks,
  type Claim,
  findProcessesToBegin,
  lockBeginning,
  type NewTask,
  type WaitingProcess,
} from "./run-queue-store.ts";

export interface BeginningServices extends Pick<WorkflowServices, "db" | "versions"> {
  readonly actions: ActionCatalog;
}

/** Maximum number of running processes per org, not counting those that await a callback. */
const runningMax = 60;
const syncTimeoutSeconds = 300;
const asyncTimeoutSeconds = 7 * 24 * 3_600;

/**
 * Starts as many pending processes as the limits allow, and claims the first tasks of as many as the node may; those of
 * the others are due for any node.
 */
export async function beginProcesses(
  services: BeginningServices,
  orgId: string,
  claim: Claim = { nodeId: "", tasksMax: 0 },
): Promise<ClaimedTask[]> {
  return services.db.transaction(async (tx) => {
    await lockBeginning(tx, orgId);
    const waiting = await findProcessesToBegin(tx, orgId, runningMax);
    if (waiting.length === 0) {
      return [];
    }
    const changeIds = await findChanges(tx, orgId, waiting);
    const tasks: NewTask[] = [];
    for (const process of waiting) {
      tasks.push(...(await tasksOf(tx, services, orgId, process)));
    }
    const processes = waiting.map(({ id }) => ({ id, found: changeIds.get(id) ?? {} }));
    const begun = await beginWithTasks(tx, orgId, { processes, tasks }, claim);
    const claimed = begun.map((one) => ({ ...one, earlier: {} }));
    return describeClaims(tx, services, orgId, claimed);
  });
}

/** The change was not in the history yet when the process was created. */
async function findChanges(tx: Transaction, orgId: string, waiting: readonly WaitingProcess[]) {
  const changed = waiting.flatMap(({ id, entity_type, entity_id, entity_version }) =>
    entity_type === null || entity_id === null || entity_version === null
      ? []
      : [{ id, entityType: entity_type, entityId: entity_id, version: entity_version }],
  );
  const since = new Date(Math.min(...waiting.map(({ created_on }) => created_on.getTime())));
  const ids = changed.length === 0 ? [] : await findChangeIds(tx, orgId, changed, since);
  return new Map(
    changed.flatMap(({ id }, index) => (ids[index] === undefined ? [] : [[id, { changeId: ids[index] }]])),
  );
}

async function tasksOf(
  tx: Transaction,
  { versions, actions }: BeginningServices,
  orgId: string,
  { id, workflow_id: workflowId, workflow_version: workflowVersion }: WaitingProcess,
): Promise<NewTask[]> {
  const { definition } = await versions.versionOf(tx, orgId, { workflowId, workflowVersion });
  return definition.tasks.map((task, position) => ({
    id: newId(),
    processId: id,
    position,
    name: task.name,
    action: task.action,
    isAsync: task.async,
    timeoutSeconds: timeoutSecondsOf(task, actions),
    heartbeatSeconds: task.heartbeatSeconds ?? null,
    form: task.form ?? null,
  }));
}

function timeoutSecondsOf({ timeoutSeconds, async: isAsync, action }: TaskDefinition, actions: ActionCatalog): number {
  return (
    timeoutSeconds ?? (isAsync ? asyncTimeoutSeconds : (actions.get(action)?.timeoutSeconds ?? syncTimeoutSeconds))
  );
}
