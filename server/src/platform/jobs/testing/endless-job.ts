import { PostgresDatabase } from "../../database/database.ts";
import { WakeUpBus } from "../../database/wake-up-bus.ts";
import { startJobRunner } from "../job-runner.ts";
import { NodeHeartbeat } from "../node-heartbeat.ts";
import { quickHeartbeat } from "./quick-heartbeat.ts";

/** A separate node, to be killed: claims the job "endless" of the given database, reports it, and never ends it. */
const [, , connectionString = ""] = process.argv;
const db = new PostgresDatabase({ connectionString, connectionsMax: 4, applicationName: "weft-endless" });
await startJobRunner({
  db,
  bus: new WakeUpBus(connectionString),
  heartbeat: new NodeHeartbeat(db, quickHeartbeat),
  jobs: [
    {
      task: "endless",
      run: () => {
        console.log("started");
        return new Promise(() => {});
      },
    },
  ],
  onFailure: (_task, error) => console.error(error),
});
