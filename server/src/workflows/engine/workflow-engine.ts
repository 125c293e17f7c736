import { accessTopic } from "../../access/authenticator.ts";
import { findOrg } from "../../access/org-store.ts";
import { Drainer } from "../../platform/jobs/drainer.ts";
import { runSchedules } from "../triggers/run-schedules.ts";
import { cancellationsTopic, workflowsTopic } from "../workflow.ts";
import { beginProcesses } from "./begin-processes.ts";
import { claimTasks } from "./claim-tasks.ts";
import { timeOutTask } from "./end-task.ts";
import {
  findOrgsWithWork,
  findOverdueTasks,
  freeAbandonedTasks,
  freeStrayTasks,
  freeTasksOfNode,
  type Holder,
  hasWaitingProcesses,
} from "./run-queue-store.ts";
import { TaskRuns, type TaskRunsOptions } from "./task-runs.ts";

interface WorkflowEngineOptions extends TaskRunsOptions {
  /** Identifies this node's tasks to the other nodes. */
  readonly nodeId: string;
}

const stopTimeoutMs = 5_000;
const lookAfterMs = 1_000;

/** Runs workflows on this node: starts processes, runs their tasks, times out overdue ones. */
export class WorkflowEngine {
  readonly #options: WorkflowEngineOptions;
  readonly #runs: TaskRuns;
  readonly #drainer: Drainer;
  readonly #slugs = new Map<string, string>();
  readonly #lookedAfter = new Map<string, number>();
  /** Orgs that found no room, longest waiting first. */
  readonly #waitingForRoom = new Set<string>();
  readonly #unsubscribes: readonly (() => void)[];
  #isDraining = false;

  constructor(options: WorkflowEngineOptions) {
    const { db, bus, onError } = options;
    this.#options = options;
    this.#runs = new TaskRuns(options);
    this.#drainer = new Drainer({
      bus,
      topic: workflowsTopic,
      findDue: () => findOrgsWithWork(db, this.#holder()),
      drain: (orgId) => this.#drain(orgId),
      onError: (error) => onError(error, ""),
    });
    this.#unsubscribes = [
      bus.subscribe(cancellationsTopic, (key) => this.#runs.cancel(key)),
      // An org may have another slug.
      bus.subscribe(accessTopic, () => this.#slugs.clear()),
    ];
  }

  /** Claims no more tasks. Those in progress continue, and can be canceled. */
  drain(): void {
    this.#isDraining = true;
    void this.#drainer.stop();
  }

  /** Releases running tasks to other nodes. */
  async stop(): Promise<void> {
    this.#isDraining = true;
    for (const unsubscribe of this.#unsubscribes) {
      unsubscribe();
    }
    await this.#drainer.stop();
    await this.#runs.stop(stopTimeoutMs);
    await this.#options.db.transaction((tx) => freeTasksOfNode(tx, this.#options.nodeId)).catch(() => {});
  }

  /** Runs due tasks first: a caller may be waiting for them. */
  async #drain(orgId: string): Promise<void> {
    await this.#runDue(orgId);
    while (!this.#isDraining && (await this.#begin(orgId))) {
      await this.#runDue(orgId);
    }
    await this.#lookAfter(orgId);
  }

  async #runDue(orgId: string): Promise<void> {
    const { nodeId } = this.#options;
    // Looked up before any task is claimed: a claimed task must be run.
    const slug = await this.#slugOf(orgId);
    for (;;) {
      const tasksMax = this.#isDraining ? 0 : this.#runs.roomFor(orgId);
      const claimed = tasksMax === 0 ? [] : await claimTasks(this.#options, orgId, { nodeId, tasksMax });
      if (tasksMax === 0) {
        this.#waitingForRoom.add(orgId);
      }
      if (claimed.length === 0) {
        return;
      }
      for (const task of claimed) {
        void this.#runs.begin({ id: orgId, slug }, task).then(() => this.#admitNext());
      }
    }
  }

  /** Freed room goes to the org that has waited longest. */
  #admitNext(): void {
    const [orgId] = this.#waitingForRoom;
    if (orgId !== undefined) {
      this.#waitingForRoom.delete(orgId);
      this.#drainer.poke(orgId);
    }
  }

  async #begin(orgId: string): Promise<boolean> {
    return (await hasWaitingProcesses(this.#options.db, orgId)) && beginProcesses(this.#options, orgId);
  }

  /** Sweeps for what no notification reports: dead nodes, lost responses, timeouts, schedules. */
  async #lookAfter(orgId: string): Promise<void> {
    const now = Date.now();
    if (now - (this.#lookedAfter.get(orgId) ?? 0) < lookAfterMs) {
      return;
    }
    this.#lookedAfter.set(orgId, now);
    const { db } = this.#options;
    await db.transaction(async (tx) => {
      await freeAbandonedTasks(tx, orgId);
      await freeStrayTasks(tx, orgId, this.#holder());
    });
    await runSchedules(this.#options, orgId);
    for (const taskId of await findOverdueTasks(db, orgId)) {
      await timeOutTask(this.#options, orgId, taskId);
    }
    await this.#runDue(orgId);
    await this.#begin(orgId);
  }

  #holder(): Holder {
    return { nodeId: this.#options.nodeId, runs: this.#runs.inProgress };
  }

  async #slugOf(orgId: string): Promise<string> {
    const known = this.#slugs.get(orgId) ?? (await findOrg(this.#options.db, orgId))?.slug ?? "";
    this.#slugs.set(orgId, known);
    return known;
  }
}
