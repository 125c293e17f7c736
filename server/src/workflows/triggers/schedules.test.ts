import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import type { TestService } from "../../testing/test-service.ts";
import { begunProcesses, inOwnOrg, type OrgService, processesOf } from "../testing/own-org.ts";
import { buildWorkflow, startWorkflowService } from "../testing/workflow-world.ts";

/** Untyped: a wrong assumption about a response fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

let node: TestService;
let service: OrgService;

beforeAll(async () => {
  node = await startWorkflowService();
});

afterAll(() => node.stop());

beforeEach(async () => {
  service = await inOwnOrg(node);
});

// Tokyo is at UTC+9 all year: it has no daylight saving time.
const everyMorning = "cron|30 6 * * *";
const morningInTokyo = /^\d{4}-\d\d-\d\dT21:30:00\.000Z$/;

function schedule(input: object = {}): Promise<Json> {
  return buildWorkflow(service, { triggers: [everyMorning], tasks: [{ name: "wait", action: "external" }], ...input });
}

async function moveToTokyo(): Promise<void> {
  const { status } = await service.call("PUT", "/org", { body: { timeZone: "Asia/Tokyo" } });
  expect(status).toBe(200);
}

/** The next time of each schedule of the workflow. */
async function nextTimes({ id }: Json): Promise<Record<string, string>> {
  const rows = await service.database.db.query<{ trigger_key: string; next_on: Date }>(sql`
    select trigger_key, next_on from event_workflow_schedules where workflow_id = ${id} order by trigger_key`);
  return Object.fromEntries(rows.map(({ trigger_key, next_on }) => [trigger_key, next_on.toISOString()]));
}

/** Makes the schedule overdue by that many hours. */
async function makeDue({ id }: Json, hours: number): Promise<string> {
  const [row] = await service.database.db.query<{ next_on: Date }>(sql`
    update event_workflow_schedules set next_on = date_trunc('hour', now()) - make_interval(hours => ${hours})
    where workflow_id = ${id} returning next_on`);
  return row?.next_on.toISOString() ?? "";
}

test("the next time of a schedule is in the time zone of the org", async () => {
  const inUtc = await schedule();
  await moveToTokyo();
  const inTokyo = await schedule();

  const now = new Date().toISOString();
  const [utc, tokyo] = [await nextTimes(inUtc), await nextTimes(inTokyo)];
  expect(utc[everyMorning]).toMatch(/T06:30:00\.000Z$/);
  expect(tokyo[everyMorning]).toMatch(morningInTokyo);
  expect(Number(tokyo[everyMorning] && tokyo[everyMorning] > now)).toBe(1);
});

test("a due schedule starts a process, and its next time is in the time zone of the org", async () => {
  const workflow = await schedule();
  await moveToTokyo();

  const dueOn = await makeDue(workflow, 1);
  const [process] = await begunProcesses(service, workflow, 1);

  const next = (await nextTimes(workflow))[everyMorning] ?? "";
  expect(process).toMatchObject({ triggerKey: everyMorning, createdById: workflow.updatedById });
  expect(process.triggerEvent).toEqual({ triggerKey: everyMorning, occurredOn: dueOn });
  expect(next).toMatch(morningInTokyo);
  expect(next > new Date().toISOString()).toBe(true);
});

test("a schedule missed while no node was running runs once", async () => {
  const workflow = await schedule({ triggers: ["cron|* * * * *"] });

  await makeDue(workflow, 72);
  await begunProcesses(service, workflow, 1);

  const [next = ""] = Object.values(await nextTimes(workflow));
  expect(Date.parse(next)).toBeGreaterThan(Date.now() - 60_000);
  expect(await processesOf(service, workflow)).toHaveLength(1);
});

test("one of two nodes starts a due schedule", async () => {
  const other = await startWorkflowService({}, node);
  const workflows = [await schedule(), await schedule(), await schedule()];

  await Promise.all(workflows.map((workflow) => makeDue(workflow, 1)));
  for (const workflow of workflows) {
    await begunProcesses(service, workflow, 1);
  }

  await other.stop();
  const counts = await Promise.all(workflows.map(async (workflow) => (await processesOf(service, workflow)).length));
  expect(counts).toEqual([1, 1, 1]);
});

test("a conditional also applies to a schedule", async () => {
  const [never, always] = [await schedule({ conditional: "{occurredOn} < '2000'" }), await schedule()];

  await makeDue(never, 1);
  await makeDue(always, 1);
  await begunProcesses(service, always, 1);

  expect(Object.values(await nextTimes(never))[0]).toMatch(/T06:30:00\.000Z$/);
  expect(await processesOf(service, never)).toEqual([]);
});

test("only an enabled workflow has schedules, and only those of its triggers", async () => {
  const workflow = await schedule({ triggers: [everyMorning, "cron|0 12 * * 1", "manual|go"] });
  const path = `/event-workflows/${workflow.id}`;

  const keys = [Object.keys(await nextTimes(workflow))];
  for (const body of [
    { isActive: false },
    { isActive: true, triggers: ["cron|0 12 * * 1"] },
    { triggers: ["manual|go"] },
  ]) {
    await service.call("PUT", path, { body });
    keys.push(Object.keys(await nextTimes(workflow)));
  }
  await service.call("PUT", path, { body: { triggers: [everyMorning] } });
  await service.call("DELETE", path);
  keys.push(Object.keys(await nextTimes(workflow)));

  expect(keys).toEqual([["cron|0 12 * * 1", everyMorning], [], ["cron|0 12 * * 1"], [], []]);
});

test("an unrelated change does not skip a due schedule", async () => {
  const idle = await startWorkflowService({ WEFT_ROLE: "api" });
  service = await inOwnOrg(idle);
  const workflow = await schedule();
  const dueOn = await makeDue(workflow, 1);

  await service.call("PUT", `/event-workflows/${workflow.id}`, { body: { description: "Just words." } });

  const next = await nextTimes(workflow);
  await idle.stop();
  expect(next).toEqual({ [everyMorning]: dueOn });
});
