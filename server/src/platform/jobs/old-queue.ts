import { z } from "zod";
import type { PostgresDatabase, Transaction } from "../database/database.ts";
import type { Job } from "./job.ts";
import type { NodeCounts } from "./node-store.ts";
import { deleteOldJobs, hasOldQueue, insertMovedJob, lockLeftOldJobs, lockRunnableOldJobs } from "./old-queue-store.ts";
import { hastenSchedule } from "./schedule-store.ts";

const batch = 100;
const payloadSchema = z.object({ orgId: z.string() });

/**
 * Moves jobs out of the tables of the previous version, so that an upgrade loses none. While nodes of that version run
 * jobs, only as many as this node has slots for, and no schedules; afterwards all of them.
 */
export class OldQueue {
  readonly #db: PostgresDatabase;
  readonly #tasks: readonly string[];
  readonly #tasksOfOrgs: readonly string[];
  #isEmpty = false;

  constructor(db: PostgresDatabase, jobs: readonly Job[]) {
    this.#db = db;
    this.#tasks = jobs.map(({ task }) => task);
    this.#tasksOfOrgs = jobs.filter(({ schedule }) => schedule === undefined).map(({ task }) => task);
  }

  /** Whether old jobs may exist: old nodes are alive, or their tables have not been found empty since. */
  mayHaveJobs(nodes: NodeCounts | undefined): boolean {
    if (nodes !== undefined && nodes.old > 0) {
      this.#isEmpty = false;
    }
    return nodes !== undefined && !this.#isEmpty;
  }

  async take(nodes: NodeCounts, room: number): Promise<void> {
    if (!(await hasOldQueue(this.#db))) {
      this.#isEmpty = true;
    } else if (nodes.oldRunners > 0) {
      await this.#move((tx) => lockRunnableOldJobs(tx, this.#tasksOfOrgs, room));
    } else {
      const moved = await this.#move((tx) => lockLeftOldJobs(tx, this.#tasks, batch));
      this.#isEmpty = nodes.old === 0 && moved === 0;
    }
  }

  async #move(lock: (tx: Transaction) => ReturnType<typeof lockLeftOldJobs>): Promise<number> {
    return this.#db.transaction(async (tx) => {
      const jobs = await lock(tx);
      for (const job of jobs) {
        const { data } = payloadSchema.safeParse(job.payload);
        await (data === undefined ? hastenSchedule(tx, job.task, new Date()) : insertMovedJob(tx, data.orgId, job));
      }
      await deleteOldJobs(
        tx,
        jobs.map(({ id }) => id),
      );
      return jobs.length;
    });
  }
}
