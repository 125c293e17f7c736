import { accessTopic } from "../../access/authenticator.ts";
import { findOrg } from "../../access/org-store.ts";
import { Drainer } from "../../platform/jobs/drainer.ts";
import { runSchedules } from "../triggers/run-schedules.ts";
import { cancellationsTopic, workflowsTopic } from "../workflow.ts";
import { beginProcesses } from "./begin-processes.ts";
import { type ClaimedTask, claimTasks } from "./claim-tasks.ts";
import { timeOutTask } from "./end-task.ts";
import {
  cancelOrphans,
  findOrgsWithWork,
  findOverdueTasks,
  findWork,
  freeAbandonedTasks,
  freeStrayTasks,
  freeTasksOfNode,
  type Holder,
} from "./run-queue-store.ts";
import { TaskRuns, type TaskRunsOptions } from "./task-runs.ts";

const stopTimeoutMs = 5_000;
const lookAfterMs = 1_000;

/** Runs workflows on this node: starts processes, runs their tasks, times out overdue ones. */
export class WorkflowEngine {
  readonly #options: TaskRunsOptions;
  readonly #runs: TaskRuns;
  readonly #drainer: Drainer;
  readonly #slugs = new Map<string, string>();
  readonly #lookedAfter = new Map<string, number>();
  /** Orgs that found no room, longest waiting first. */
  readonly #waitingForRoom = new Set<string>();
  readonly #unsubscribes: readonly (() => void)[];
  #isDraining = false;

  constructor(options: TaskRunsOptions) {
    const { db, bus, onError } = options;
    this.#options = options;
    // A run takes the room of the one before, unless others wait for it.
    this.#runs = new TaskRuns(options, () => !this.#isDraining && this.#waitingForRoom.size === 0);
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

  async #drain(orgId: string): Promise<void> {
    while (await this.#startWork(orgId)) {
      // Until all room is taken, or nothing is left to start.
    }
    await this.#lookAfter(orgId);
  }

  /** Runs due tasks first: a caller may be waiting for them. Returns whether there may be more to start. */
  async #startWork(orgId: string): Promise<boolean> {
    const { hasDueTasks, hasWaitingProcesses } = await findWork(this.#options.db, orgId);
    const room = this.#isDraining ? 0 : this.#runs.roomFor(orgId);
    if (!this.#isDraining && room === 0 && (hasDueTasks || hasWaitingProcesses)) {
      this.#waitingForRoom.add(orgId);
    }
    if (room === 0) {
      return false;
    }
    const due = hasDueTasks ? await this.#runDue(orgId, room) : 0;
    if (hasWaitingProcesses) {
      await this.#begin(orgId);
    }
    return due === room;
  }

  /** Returns how many tasks were due. */
  async #runDue(orgId: string, tasksMax: number): Promise<number> {
    // Looked up before any task is claimed: a claimed task must be run.
    const slug = await this.#slugOf(orgId);
    const claimed = await claimTasks(this.#options, orgId, { nodeId: this.#options.nodeId, tasksMax });
    this.#run({ id: orgId, slug }, claimed);
    return claimed.length;
  }

  /** As many as can begin now: each process that ends wakes the org again. */
  async #begin(orgId: string): Promise<void> {
    const slug = await this.#slugOf(orgId);
    const claim = { nodeId: this.#options.nodeId, tasksMax: this.#runs.roomFor(orgId) };
    this.#run({ id: orgId, slug }, await beginProcesses(this.#options, orgId, claim));
  }

  #run(org: { readonly id: string; readonly slug: string }, claimed: readonly ClaimedTask[]): void {
    for (const task of claimed) {
      void this.#runs.begin(org, task).then(() => this.#admitNext());
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
      await cancelOrphans(tx, orgId);
    });
    await runSchedules(this.#options, orgId);
    for (const taskId of await findOverdueTasks(db, orgId)) {
      await timeOutTask(this.#options, orgId, taskId);
    }
    while (await this.#startWork(orgId)) {
      // What the sweep has released.
    }
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
