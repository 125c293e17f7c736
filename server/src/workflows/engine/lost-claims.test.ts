import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../../platform/database/testing/database-proxy.ts";
import { type TestService, testSecret } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { type StartedEngine, startEngine } from "../testing/start-engine.ts";
import { buildWorkflow, ended, start, startWorkflowService } from "../testing/workflow-world.ts";

let service: TestService;
let proxy: DatabaseProxy;
const errors: unknown[] = [];

beforeAll(async () => {
  // It runs no tasks itself.
  service = await startWorkflowService({ WEFT_ROLE: "api" });
  proxy = await startDatabaseProxy(service.database.connectionString);
});

afterAll(async () => {
  await proxy.close();
  await service.stop();
});

function startNode(engineConnectionString: string): Promise<StartedEngine> {
  const { connectionString } = service.database;
  const onError = (error: unknown) => void errors.push(error);
  return startEngine({ connectionString, engineConnectionString, secret: testSecret, onError });
}

/** A started task that waits for an hour and is then made due. */
async function buildDueTask(): Promise<{ readonly processId: string }> {
  const tasks = [{ name: "wait", action: "delay", config: { seconds: 3_600 } }];
  const node = await startNode(service.database.connectionString);
  const { id: processId } = await start(service, await buildWorkflow(service, { tasks }));
  const { db } = service.database;
  await waitUntil("it waits", async () => {
    const rows = await db.query(sql`
      select 1 from event_workflow_tasks where process_id = ${processId} and run_on > now() + interval '1 minute'`);
    return rows.length > 0;
  });
  await node.stop();
  await db.query(sql`update event_workflow_tasks set run_on = now() where process_id = ${processId}`);
  return { processId };
}

test("a task whose claim was committed without a response is still run by the same node", async () => {
  const { processId } = await buildDueTask();
  // The first commit of a node that finds a due task is that of its claim.
  proxy.loseNextCommit();

  const node = await startNode(proxy.connectionString);
  const end = await ended(service, processId);
  await node.stop();

  expect(errors).toMatchObject([{ code: "outcome-unknown" }]);
  expect(end).toMatchObject({ status: "completed", tasks: [{ attempt: 3 }] });
});
