import { afterAll, beforeAll, expect, test } from "vitest";
import { holdBatches } from "../loader/testing/hold-batches.ts";
import { ended as endedLoad, started, upload } from "../loader/testing/loading.ts";
import { sql } from "../platform/database/sql.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { buildWebhookWorld } from "../webhooks/testing/webhook-world.ts";
import { inOwnOrg } from "../workflows/testing/own-org.ts";
import { type Receiver, startReceiver } from "../workflows/testing/receiver.ts";
import { buildHeldTask } from "../workflows/testing/task-world.ts";
import { buildAwaiting, buildWorkflow, callBack, ended } from "../workflows/testing/workflow-world.ts";
import { operatorSettings, resume, suspend } from "./testing/operator-world.ts";

let node: TestService;
let receiver: Receiver;

beforeAll(async () => {
  // Batches of loads are held in the database.
  [node, receiver] = await Promise.all([startTestService(operatorSettings), startReceiver()]);
});

afterAll(async () => {
  await node.stop();
  await receiver.close();
});

const db = () => node.database.db;

/** Sweeps run every second: after two of another org's, those that wait would have been started. */
async function passSweeps(): Promise<void> {
  const other = await inOwnOrg(node);
  for (let sweep = 0; sweep < 2; sweep += 1) {
    const workflow = await buildWorkflow(other, { tasks: [{ name: "wait", action: "external" }] });
    await db().query(sql`
      insert into event_workflow_schedules (org_id, workflow_id, trigger_key, next_on)
      values (${other.org.id}, ${workflow.id}, 'cron|0 0 1 1 *', now())`);
    await waitUntil("a sweep has run the schedule", async () => {
      const rows = await db().query(sql`
        select 1 from event_workflow_processes where org_id = ${other.org.id} and workflow_id = ${workflow.id}`);
      return rows.length > 0;
    });
  }
}

test("a load pauses after its batch, and continues after the resumption", async () => {
  const service = await inOwnOrg(node);
  const lines = Array.from({ length: 4_100 }, (_, index) => `p${index},Part ${index}`);
  const held = await holdBatches(node.database, 1, [service.org.id]);
  const fileLocation = await upload(service, `federatedId,name\n${lines.join("\n")}\n`);
  const configuration = {
    loadType: ["CUSTOM_ENTITY"],
    conditionalColumns: [{ toProperty: "typePath", default: "custom-entity:part" }],
  };
  const id = await started(service, { ...configuration, fileLocation });
  await held.areHeld();

  await suspend(node, service.org.slug);
  await passSweeps();
  await held.release();
  const jobsOf = () =>
    db().query<{ claimed_by: string | null }>(sql`select claimed_by from jobs where org_id = ${service.org.id}`);
  await waitUntil("no node runs it", async () => {
    const jobs = await jobsOf();
    return jobs.length === 1 && jobs[0]?.claimed_by === null;
  });
  await passSweeps();
  const [paused] = await db().query<{ status: string }>(sql`select status from loads where org_id = ${service.org.id}`);
  const waiting = await jobsOf();
  await resume(node, service.org.slug);
  const end = await endedLoad(service, id);

  expect(paused?.status).toBe("running");
  expect(waiting).toEqual([{ claimed_by: null }]);
  expect(end).toMatchObject({ status: "completed", counts: { "custom-entity": { created: lines.length } } });
});

test("a workflow ends its running task, and starts the next one after the resumption", async () => {
  const service = await inOwnOrg(node);
  const behind = { name: "pause", action: "delay", config: { seconds: 0 } };
  const task = await buildHeldTask(service, receiver, { task: { async: false }, tasksBehind: [behind] });

  await suspend(node, service.org.slug);
  task.letGo({ body: { by: "the receiver" } });
  const statusesOf = async () => {
    const rows = await db().query<{ status: string }>(sql`
      select status from event_workflow_tasks where org_id = ${service.org.id} order by position`);
    return rows.map(({ status }) => status);
  };
  await waitUntil("the first task has ended", async () => (await statusesOf())[0] === "completed");
  await passSweeps();
  const during = await statusesOf();
  await resume(node, service.org.slug);
  const end = await ended(service, task.processId);

  expect(during).toEqual(["completed", "pending"]);
  expect(end).toMatchObject({ status: "completed", taskOutputs: { call: { by: "the receiver" } } });
});

test("a task that waits keeps its remaining time, and its schedule waits", async () => {
  const service = await inOwnOrg(node);
  const tasks = [{ name: "wait", action: "external", timeoutSeconds: 600 }];
  const { process, task } = await buildAwaiting(service, { tasks });
  await suspend(node, service.org.slug);
  // As if it was suspended an hour ago, with a task that had ten minutes left.
  await db().query(sql`update orgs set suspended_on = now() - interval '1 hour' where id = ${service.org.id}`);
  await db().query(sql`
    update event_workflow_tasks set deadline = now() - interval '50 minutes' where org_id = ${service.org.id}`);

  await passSweeps();
  await resume(node, service.org.slug);
  const [{ minutes } = { minutes: 0 }] = await db().query<{ minutes: number }>(sql`
    select extract(epoch from deadline - now())::float / 60 as minutes
    from event_workflow_tasks where org_id = ${service.org.id}`);
  await callBack(service, { taskId: task.id, status: "SUCCESS" });

  expect(minutes).toBeGreaterThan(9);
  expect(minutes).toBeLessThan(11);
  expect(await ended(service, process.id)).toMatchObject({ status: "completed" });
});

test("a worker that waits for a task gets none after the suspension", async () => {
  const service = await inOwnOrg(node);
  const { task } = await buildAwaiting(service, { tasks: [{ name: "wait", action: "external" }] });
  const lease = (until: Date) =>
    db().query(sql`
      update event_workflow_tasks set leased_by = 'another', leased_attempt = attempt, leased_until = ${until}
      where org_id = ${service.org.id} and id = ${task.id}`);
  await lease(new Date(Date.now() + 60_000));
  const waiting = service.call("POST", "/event-workflow-tasks/claims", { body: { workerId: "one", wait: 4 } });
  await waitUntil("the worker has looked", async () => (await service.call("GET", "/whoami")).status === 200);

  await suspend(node, service.org.slug);
  await lease(new Date(0));

  expect((await waiting).body.results ?? []).toEqual([]);
});

test("webhook deliveries wait, and are sent after the resumption", async () => {
  const world = await buildWebhookWorld(node);
  try {
    await world.webhook({ events: ["item|*"] });
    await world.item();
    await world.received(1);
    const item = await world.item({ name: "Anorak" });
    await world.received(2);
    await suspend(node, world.org.slug);
    // As if the change had been made just before.
    await db().query(sql`
      update webhook_deliveries set status = 'pending', sequence = null, ended_on = null
      where org_id = ${world.org.id} and line like ${`%${item.id}%`}`);

    await passSweeps();
    const during = world.receiver.messages.length;
    await resume(node, world.org.slug);
    await world.received(3);

    expect(during).toBe(2);
  } finally {
    await world.close();
  }
});
