import { afterAll, beforeAll, expect, test } from "vitest";
import { problem } from "../access/testing/problem.ts";
import { load, rows } from "../loader/testing/loading.ts";
import { sql } from "../platform/database/sql.ts";
import { newId } from "../platform/ids.ts";
import { firstOrg } from "../testing/builders.ts";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { buildStatisticsWorld, type StatisticsWorld, valuesOf } from "./testing/statistics-world.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

interface LoadInput {
  readonly status: "pending" | "running" | "completed" | "failed" | "canceled";
  readonly endedOn?: string;
  readonly seconds?: number;
  readonly rowsDone?: number;
  readonly counts?: object;
  readonly dryRun?: boolean;
}

/** Loads inserted as rows: the duration of real ones is not predictable. */
async function addLoads({ org }: StatisticsWorld, ...inputs: LoadInput[]): Promise<void> {
  for (const { status, endedOn = null, seconds = 1, rowsDone = 0, counts = {}, dryRun } of inputs) {
    await service.database.db.query(sql`
      insert into loads (org_id, id, status, configuration, writer, progress, report, started_on, ended_on)
      values (${org.id}, ${newId()}, ${status}, ${JSON.stringify({ dryRun })}, '{}', ${JSON.stringify({ rowsDone })},
        ${JSON.stringify({ counts })}, ${endedOn}::timestamptz - make_interval(secs => ${seconds}), ${endedOn})`);
  }
}

const days = { from: "2026-03-01", to: "2026-03-04" };
const noneOf = (...keys: string[]) => Object.fromEntries(keys.map((key) => [key, [0, 0, 0]]));

test("loads are counted by result and end time, with what they wrote and how fast", async () => {
  const world = await buildStatisticsWorld(service);
  const item = { created: 7, updated: 2, unchanged: 50, deleted: 1, failed: 0 };
  await addLoads(
    world,
    { status: "completed", endedOn: "2026-02-28T23:59:59.999Z", rowsDone: 5 },
    { status: "completed", endedOn: "2026-03-01T10:00:00Z", rowsDone: 300, seconds: 3, counts: { item, color: item } },
    { status: "completed", endedOn: "2026-03-01T11:00:00Z", rowsDone: 100, seconds: 1 },
    { status: "failed", endedOn: "2026-03-03T10:00:00Z", rowsDone: 900 },
    { status: "canceled", endedOn: "2026-03-03T23:59:59.999Z" },
    { status: "completed", dryRun: true, endedOn: "2026-03-02T10:00:00Z", rowsDone: 70, counts: { item } },
    { status: "failed", dryRun: true, endedOn: "2026-03-02T10:00:00Z" },
    { status: "running" },
    { status: "pending" },
    { status: "pending" },
  );

  const answer = await world.chart("loads", days);

  expect(answer.status).toBe(200);
  expect(valuesOf(answer)).toEqual({
    completed: [2, 0, 0],
    failed: [0, 0, 1],
    canceled: [0, 0, 1],
    dryRuns: [0, 2, 0],
    rows: [400, 0, 0],
    created: [14, 0, 0],
    updated: [4, 0, 0],
    deleted: [2, 0, 0],
    rowsPerSecond: [100, null, null],
  });
  expect(answer.body.totals).toEqual({
    completed: 2,
    failed: 1,
    canceled: 1,
    dryRuns: 2,
    rows: 400,
    created: 14,
    updated: 4,
    deleted: 2,
    rowsPerSecond: 100,
    pending: 2,
    running: 1,
  });
});

test("an organization without loads has empty series", async () => {
  const world = await buildStatisticsWorld(service);

  const answer = await world.chart("loads", days);

  const counted = ["completed", "failed", "canceled", "dryRuns", "rows", "created", "updated", "deleted"];
  expect(valuesOf(answer)).toEqual({ ...noneOf(...counted), rowsPerSecond: [null, null, null] });
  expect(answer.body.totals).toEqual({
    ...Object.fromEntries(counted.map((key) => [key, 0])),
    pending: 0,
    running: 0,
  });
});

test("a real load is counted as it reports itself", async () => {
  const csv = rows("federatedId,name,hex", "c-1,Navy,1f2a44", "c-2,Sand,c2b280");
  const { status, counts } = await load(service, csv, { loadType: ["COLOR"] });

  const { body } = await service.call("GET", "/statistics/loads?by=day");

  expect([status, counts.color.created]).toEqual(["completed", 2]);
  expect(body.totals).toMatchObject({ completed: 1, rows: 2, created: 2, failed: 0, pending: 0, running: 0 });
  expect(body.timeZone).toBe((await firstOrg(service)).time_zone);
});

test("a caller without permission to read loads finds none, and one limited to some fields sees what those show", async () => {
  const world = await buildStatisticsWorld(service);
  await addLoads(world, { status: "completed", endedOn: "2026-03-01T10:00:00Z", rowsDone: 3 }, { status: "running" });
  const read = (fields: string[]) =>
    world.keyWith({ rights: [{ verbs: ["read"], typePath: "loader-process", fields }] });

  const stranger = await world.keyWith({ rights: [{ verbs: ["read"], typePath: "item:*" }] });
  const answers = await Promise.all(
    [["status", "endedOn"], ["status"], ["progress", "startedOn", "endedOn"], ["fileLocation"]].map(async (fields) =>
      world.chart("loads", days, await read(fields)),
    ),
  );

  expect(await world.chart("loads", days, stranger)).toMatchObject(problem("not-found"));
  expect(answers.map(({ body }) => body.totals)).toEqual([
    { completed: 1, failed: 0, canceled: 0, pending: 0, running: 1 },
    { pending: 0, running: 1 },
    { rows: 3, rowsPerSecond: 3 },
    {},
  ]);
  expect(answers.map((answer) => Object.keys(valuesOf(answer)))).toEqual([
    ["completed", "failed", "canceled"],
    [],
    ["rows", "rowsPerSecond"],
    [],
  ]);
});
