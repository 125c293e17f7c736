import { afterAll, beforeAll, expect, test } from "vitest";
import { problem } from "../access/testing/problem.ts";
import { sql } from "../platform/database/sql.ts";
import { newId } from "../platform/ids.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { buildStatisticsWorld, type StatisticsWorld, valuesOf } from "./testing/statistics-world.ts";

let service: TestService;

beforeAll(async () => {
  // Without jobs: the processes below belong to no workflow that could continue them.
  service = await startTestService({ WEFT_ROLE: "api" });
});

afterAll(() => service.stop());

interface ProcessInput {
  readonly status: string;
  readonly startedOn?: string;
  readonly endedOn?: string;
}

async function addProcesses({ org }: StatisticsWorld, ...inputs: ProcessInput[]): Promise<void> {
  for (const { status, startedOn = null, endedOn = null } of inputs) {
    await service.database.db.query(sql`
      insert into event_workflow_processes (org_id, id, workflow_id, workflow_version, status, trigger_key,
        trigger_event, started_on, ended_on)
      values (${org.id}, ${newId()}, ${newId()}, 1, ${status}, 'manual|test', '{}', ${startedOn}, ${endedOn})`);
  }
}

const days = { from: "2026-03-01", to: "2026-03-04" };

test("processes are counted by start time, and by result and end time", async () => {
  const world = await buildStatisticsWorld(service);
  await addProcesses(
    world,
    { status: "completed", startedOn: "2026-02-28T23:00:00Z", endedOn: "2026-03-01T00:00:00Z" },
    { status: "completed", startedOn: "2026-03-01T10:00:00Z", endedOn: "2026-03-02T10:00:00Z" },
    { status: "failed", startedOn: "2026-03-01T10:00:00Z", endedOn: "2026-03-03T10:00:00Z" },
    { status: "canceled", endedOn: "2026-03-03T10:00:00Z" },
    { status: "awaiting", startedOn: "2026-03-03T10:00:00Z" },
    { status: "running", startedOn: "2026-03-04T00:00:00Z" },
    { status: "pending" },
  );

  const answer = await world.chart("processes", days);

  expect(answer.status).toBe(200);
  expect(valuesOf(answer)).toEqual({
    started: [2, 0, 1],
    completed: [1, 1, 0],
    failed: [0, 0, 1],
    canceled: [0, 0, 1],
  });
  expect(answer.body.totals).toEqual({
    started: 3,
    completed: 2,
    failed: 1,
    canceled: 1,
    pending: 1,
    running: 1,
    awaiting: 1,
  });
});

test("an organization without processes has empty series", async () => {
  const world = await buildStatisticsWorld(service);

  const answer = await world.chart("processes", days);

  expect(new Set(Object.values(valuesOf(answer)).flat())).toEqual(new Set([0]));
  expect(new Set(Object.values(answer.body.totals))).toEqual(new Set([0]));
});

test("a caller without permission to read processes finds none, and one limited to some fields sees what those show", async () => {
  const world = await buildStatisticsWorld(service);
  await addProcesses(world, { status: "running", startedOn: "2026-03-01T10:00:00Z" });
  const right = { verbs: ["read" as const], typePath: "event-workflow-process", fields: ["startedOn"] };

  const stranger = await world.keyWith({ rights: [{ verbs: ["read"], typePath: "item:*" }] });
  const narrowed = await world.chart("processes", days, await world.keyWith({ rights: [right] }));

  expect(await world.chart("processes", days, stranger)).toMatchObject(problem("not-found"));
  expect(valuesOf(narrowed)).toEqual({ started: [1, 0, 0] });
  expect(narrowed.body.totals).toEqual({ started: 1 });
});
