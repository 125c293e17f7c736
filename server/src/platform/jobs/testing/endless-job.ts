import { PostgresDatabase } from "../../database/database.ts";
import { WakeUpBus } from "../../database/wake-up-bus.ts";
import { startJobRunner } from "../job-runner.ts";
import { NodeHeartbeat } from "../node-heartbeat.ts";
import { quickHeartbeat } from "./quick-heartbeat.ts";

/** A node of its own, to be killed: takes up the job "endless" of the database given, says so, and never ends it. */
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
