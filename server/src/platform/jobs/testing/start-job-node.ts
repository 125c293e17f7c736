import { PostgresDatabase } from "../../database/database.ts";
import { WakeUpBus } from "../../database/wake-up-bus.ts";
import type { Job } from "../job.ts";
import { type JobRunner, startJobRunner } from "../job-runner.ts";
import { NodeHeartbeat } from "../node-heartbeat.ts";
import { quickHeartbeat } from "./quick-heartbeat.ts";

export interface JobNode {
  readonly heartbeat: NodeHeartbeat;
  readonly runner: JobRunner;
  /** The task and the error of each failure. */
  readonly failures: [string, unknown][];
  stop(): Promise<void>;
}

/** A node that only runs jobs. */
export async function startJobNode(connectionString: string, jobs: readonly Job[]): Promise<JobNode> {
  const db = new PostgresDatabase({ connectionString, connectionsMax: 4, applicationName: "weft-node" });
  const bus = new WakeUpBus(connectionString);
  const heartbeat = new NodeHeartbeat(db, quickHeartbeat);
  const failures: [string, unknown][] = [];
  const runner = await startJobRunner({
    db,
    bus,
    heartbeat,
    jobs,
    onFailure: (task, error) => failures.push([task, error]),
  });
  return {
    heartbeat,
    runner,
    failures,
    async stop() {
      await runner.stop();
      await heartbeat.stop();
      await bus.close();
      await db.close();
    },
  };
}
