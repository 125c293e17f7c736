import assert from "node:assert";
import { issueTaskTokens } from "../../access/keys/issue-access-token.ts";
import { findStandings, type Standing } from "../../access/keys/standing-credential.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { dayMs } from "../../platform/durations.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import type { WorkflowProcess, WorkflowTask } from "../process-state/process-state.ts";
import { findProcesses } from "../process-state/process-state-store.ts";
import type { WorkflowVersion } from "../workflow.ts";
import type { WorkflowServices } from "../workflow-services.ts";
import { type Claim, claimDueTasks, findOutputs } from "./run-queue-store.ts";

/** A task claimed by this node, with the data needed to run it. */
export interface ClaimedTask {
  readonly task: WorkflowTask;
  readonly process: WorkflowProcess;
  readonly version: WorkflowVersion;
  /** The identity that it acts as, with its current rights. */
  readonly owner: Standing;
  /** The outputs of earlier tasks, by name. */
  readonly earlier: JsonObject;
  /** Async tasks only, unless the owner is gone. */
  readonly token: string | undefined;
}

// A callback repeated after the end of the task still gets its receipt.
const tokenOverlapMs = dayMs;

export async function claimTasks(
  services: Pick<WorkflowServices, "db" | "versions">,
  orgId: string,
  claim: Claim,
): Promise<ClaimedTask[]> {
  return services.db.transaction(async (tx) => {
    const tasks = await claimDueTasks(tx, orgId, claim);
    if (tasks.length === 0) {
      return [];
    }
    const processIds = tasks.map(({ processId }) => processId);
    const processes = new Map((await findProcesses(tx, orgId, processIds)).map((process) => [process.id, process]));
    const earlier = await outputsByProcess(tx, orgId, tasks);
    const found = tasks.map((task) => {
      const process = processes.get(task.processId);
      assert(process !== undefined, "a task without its process");
      return { task, process, earlier: earlier.get(process.id) ?? {} };
    });
    return describeClaims(tx, services, orgId, found);
  });
}

/** The rest of the data that the claimed tasks need to run. */
export async function describeClaims(
  tx: Transaction,
  { versions }: Pick<WorkflowServices, "versions">,
  orgId: string,
  tasks: readonly Pick<ClaimedTask, "task" | "process" | "earlier">[],
): Promise<ClaimedTask[]> {
  if (tasks.length === 0) {
    return [];
  }
  const claimed: Omit<ClaimedTask, "token" | "owner">[] = [];
  for (const one of tasks) {
    claimed.push({ ...one, version: await versions.versionOf(tx, orgId, one.process) });
  }
  const standingOf = await findStandings(tx, orgId, uniqueOwners(claimed.map(({ version: { owner } }) => owner)));
  const owned = claimed.map((one) => ({ ...one, owner: standingOf(one.version.owner) }));
  const tokens = await tokensFor(tx, orgId, owned);
  return owned.map((one) => ({ ...one, token: tokens.get(one.task.id) }));
}

/** Most tasks of a batch have the same owner. */
function uniqueOwners(owners: readonly WorkflowVersion["owner"][]): WorkflowVersion["owner"][] {
  return [...new Map(owners.map((owner) => [`${owner?.type} ${owner?.id}`, owner])).values()];
}

/** Skips first tasks, which have no earlier outputs to read. */
async function outputsByProcess(tx: Transaction, orgId: string, tasks: readonly WorkflowTask[]) {
  const later = tasks.filter(({ position }) => position > 0).map(({ processId }) => processId);
  const byProcess = new Map<string, Record<string, JsonObject>>();
  for (const { process_id, name, status, output } of later.length === 0 ? [] : await findOutputs(tx, orgId, later)) {
    const outputs = byProcess.get(process_id) ?? {};
    outputs[name] = { status, output };
    byProcess.set(process_id, outputs);
  }
  return byProcess;
}

async function tokensFor(tx: Transaction, orgId: string, claimed: readonly Omit<ClaimedTask, "token">[]) {
  const inputs = claimed
    .filter(({ task }) => task.isAsync && task.action !== "external")
    .flatMap(({ task, owner }) => {
      const expiresOn = new Date((task.deadline ?? new Date()).getTime() + tokenOverlapMs);
      return owner.isActive ? [{ taskId: task.id, owner: owner.actor, expiresOn }] : [];
    });
  return inputs.length === 0 ? new Map<string, string>() : issueTaskTokens(tx, orgId, inputs);
}
