import type { PostgresDatabase } from "../database/database.ts";
import type { WakeUpBus } from "../database/wake-up-bus.ts";
import { isOutage } from "../problem.ts";
import { FairShare } from "../threads/fair-slots.ts";
import { Drainer } from "./drainer.ts";
import { claimNextJob, completeJob, failJob, type HeldJob, type Job, recordEnd } from "./job.ts";
import {
  findOrgsWithDueJobs,
  findSuspendedOrgs,
  hasDueWork,
  type JobHolder,
  jobsDue,
  jobsTopic,
  releaseLostJobs,
} from "./job-store.ts";
import type { NodeHeartbeat } from "./node-heartbeat.ts";
import { OldQueue } from "./old-queue.ts";
import { ScheduleRunner } from "./schedule-runner.ts";

export interface JobRunnerOptions {
  readonly db: PostgresDatabase;
  readonly bus: WakeUpBus;
  readonly heartbeat: NodeHeartbeat;
  readonly jobs: readonly Job[];
  readonly onFailure: (task: string, error: unknown) => void;
}

const slots = 8;

interface RunningJob {
  readonly orgId: string;
  readonly pausing: AbortController;
  readonly ended: Promise<void>;
}

/** Runs jobs on this node until it is stopped, which waits for those in progress. */
export async function startJobRunner(options: JobRunnerOptions): Promise<JobRunner> {
  // A node that others cannot see gets no job.
  await options.heartbeat.announceRunner();
  const stopping = new AbortController();
  const { db, heartbeat, jobs, onFailure } = options;
  const schedules = new ScheduleRunner({ db, nodeId: heartbeat.id, jobs, stopping: stopping.signal, onFailure });
  await schedules.add();
  return new JobRunner(options, stopping, schedules);
}

/**
 * Claims jobs while it has slots, and assigns them to orgs in turn: the next free one goes to the org that has waited
 * longest since its last, and a single org gets half of them.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #stopping: AbortController;
  readonly #schedules: ScheduleRunner;
  readonly #oldQueue: OldQueue;
  readonly #runs: ReadonlyMap<string, Job["run"]>;
  readonly #share = new FairShare(slots);
  readonly #running = new Map<string, RunningJob>();
  /** The orgs that had a slot, the latest last. */
  readonly #served = new Set<string>();
  readonly #drainer: Drainer;
  #isDraining = false;

  constructor(options: JobRunnerOptions, stopping: AbortController, schedules: ScheduleRunner) {
    const { db, bus, jobs, onFailure } = options;
    this.#options = options;
    this.#stopping = stopping;
    this.#schedules = schedules;
    this.#oldQueue = new OldQueue(db, jobs);
    this.#runs = new Map(jobs.map(({ task, run }) => [task, run]));
    this.#drainer = new Drainer({
      bus,
      topic: jobsTopic,
      findDue: () => this.#findDue(),
      drain: () => this.#drain(),
      // An unavailable database is reported by the calls that need it.
      onError: (error) => (isOutage(error) ? undefined : onFailure("claim-jobs", error)),
    });
  }

  /** Claims no more jobs. Those in progress continue. */
  drain(): void {
    this.#isDraining = true;
    void this.#drainer.stop();
  }

  /** Asks the jobs in progress to end early, and waits for them. */
  async stop(): Promise<void> {
    this.#isDraining = true;
    this.#stopping.abort();
    await this.#drainer.stop();
    await Promise.all([this.#schedules.stop(), ...[...this.#running.values()].map(({ ended }) => ended)]);
  }

  async #findDue(): Promise<readonly string[]> {
    const { db, heartbeat } = this.#options;
    await this.#pauseSuspended();
    const isDue = this.#oldQueue.mayHaveJobs(heartbeat.nodes) || (await hasDueWork(db, this.#holder(), new Date()));
    return isDue ? [jobsDue] : [];
  }

  /** A job of an org that was suspended stops as on a stopping node: it leaves the rest to a job for later. */
  async #pauseSuspended(): Promise<void> {
    const running = [...this.#running.values()];
    const orgIds = [...new Set(running.map(({ orgId }) => orgId))];
    const suspended = orgIds.length === 0 ? [] : await findSuspendedOrgs(this.#options.db, orgIds);
    for (const { pausing } of running.filter(({ orgId }) => suspended.includes(orgId))) {
      pausing.abort();
    }
  }

  async #drain(): Promise<void> {
    const { db, heartbeat } = this.#options;
    const { nodes } = heartbeat;
    await db.transaction((tx) => releaseLostJobs(tx, this.#holder()));
    if (nodes !== undefined && this.#oldQueue.mayHaveJobs(nodes)) {
      await this.#oldQueue.take(nodes, slots - this.#running.size);
    }
    if (nodes?.oldRunners === 0 && !this.#isDraining) {
      await this.#schedules.runDue();
    }
    while (await this.#fillSlots()) {
      // An org that just got a slot may get another one after all others had their turn.
    }
  }

  /** Assigns each waiting org at most one slot. */
  async #fillSlots(): Promise<boolean> {
    const { db, heartbeat } = this.#options;
    let hasClaimed = false;
    for (const orgId of this.#inTurn(await findOrgsWithDueJobs(db, [...this.#runs.keys()]))) {
      if (this.#share.roomFor(orgId) === 0) {
        continue;
      }
      if (this.#isDraining) {
        return false;
      }
      const sharesQueues = (heartbeat.nodes?.oldRunners ?? 0) > 0;
      const job = await claimNextJob(db, orgId, { holder: this.#holder(), sharesQueues });
      if (job !== undefined) {
        this.#begin(job);
        hasClaimed = true;
      }
    }
    return hasClaimed;
  }

  #inTurn(orgIds: readonly string[]): string[] {
    const waiting = new Set(orgIds);
    const served = [...this.#served].filter((orgId) => waiting.has(orgId));
    return [...orgIds.filter((orgId) => !this.#served.has(orgId)), ...served];
  }

  #begin(job: HeldJob): void {
    const { org_id: orgId, id } = job;
    this.#share.take(orgId);
    this.#served.delete(orgId);
    this.#served.add(orgId);
    const pausing = new AbortController();
    const ended = this.#run(job, pausing.signal).finally(() => {
      this.#running.delete(id);
      this.#share.release(orgId);
      this.#drainer.poke(jobsDue);
    });
    this.#running.set(id, { orgId, pausing, ended });
  }

  async #run(job: HeldJob, pausing: AbortSignal): Promise<void> {
    const { db, onFailure } = this.#options;
    const { signal } = this.#stopping;
    let record = () => completeJob(db, job);
    try {
      await this.#runs.get(job.task)?.(job.payload, AbortSignal.any([signal, pausing]));
    } catch (error) {
      onFailure(job.task, error);
      record = () => failJob(db, job, error);
    }
    await recordEnd(record, signal).catch((error: unknown) => onFailure(job.task, error));
  }

  #holder(): JobHolder {
    return { nodeId: this.#options.heartbeat.id, jobIds: [...this.#running.keys()], tasks: [...this.#runs.keys()] };
  }
}
