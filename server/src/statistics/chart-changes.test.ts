import { problemOfRight, type Right } from "@weft/contract";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { problem } from "../access/testing/problem.ts";
import { bearer } from "../access/testing/sign-in.ts";
import { buildChanges, type ChangeInput } from "../changes/testing/change-builder.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { countChanges } from "./statistics-jobs.ts";
import { buildStatisticsWorld, type StatisticsWorld, timesOf, valuesOf } from "./testing/statistics-world.ts";

let service: TestService;

beforeAll(async () => {
  // Without jobs: the tests decide when changes are counted.
  service = await startTestService({ WEFT_ROLE: "api" });
});

afterAll(() => service.stop());

const add = ({ org }: StatisticsWorld, ...inputs: ChangeInput[]) => buildChanges(service.database.db, org.id, inputs);
const countAll = () => countChanges(service.database.db, new AbortController().signal);

const weekend = { from: "2026-03-28", to: "2026-03-31" };

test("changes are counted by type and by day in the organization's time zone, and in totals by action", async () => {
  const world = await buildStatisticsWorld(service, "Europe/Berlin");
  await add(
    world,
    { createdOn: "2026-03-27T22:59:59.999Z" },
    { createdOn: "2026-03-27T23:00:00Z", action: "create" },
    { createdOn: "2026-03-28T22:59:59.999Z", entity_type: "color" },
    // The 29th has 23 hours.
    { createdOn: "2026-03-28T23:00:00Z" },
    { createdOn: "2026-03-29T21:59:59.999Z", action: "delete" },
    { createdOn: "2026-03-29T22:00:00Z" },
    { createdOn: "2026-03-30T21:59:59.999Z", entity_type: "project-item" },
    { createdOn: "2026-03-30T22:00:00Z" },
  );

  const answer = await world.chart("changes", weekend);

  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    from: "2026-03-27T23:00:00.000Z",
    to: "2026-03-30T22:00:00.000Z",
    by: "day",
    timeZone: "Europe/Berlin",
    totals: { item: 4, color: 1, "project-item": 1, create: 1, update: 4, delete: 1 },
  });
  expect(timesOf(answer)).toEqual(["2026-03-27T23:00:00.000Z", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"]);
  expect(valuesOf(answer)).toEqual({ item: [1, 2, 1], "project-item": [0, 0, 1], color: [1, 0, 0] });
  expect(answer.body.series[1]).toMatchObject({ key: "project-item", label: "project item", unit: "changes" });
});

test("the result is the same whether or not it was counted before, in any time zone", async () => {
  const world = await buildStatisticsWorld(service, "Asia/Kathmandu");
  await add(
    world,
    ...["2026-03-28T18:14:59.999Z", "2026-03-28T18:15:00Z", "2026-03-29T17:00:00Z"].map((createdOn) => ({ createdOn })),
  );
  const queries = [weekend, { ...weekend, timeZone: "UTC" }, { ...weekend, by: "hour", timeZone: "Asia/Kolkata" }];
  const look = () => Promise.all(queries.map(async (query) => (await world.chart("changes", query)).body));

  const before = await look();
  await countAll();
  await add(world, { createdOn: "2026-06-01T00:00:00Z" });
  const after = await look();

  expect(after).toEqual(before);
  expect(before[0].totals).toMatchObject({ item: 3 });
  expect(before[0].series[0].points.map(({ value }: { value: number }) => value)).toEqual([1, 2, 0]);
});

test("an hour that occurs twice on the wall clock is two points", async () => {
  const world = await buildStatisticsWorld(service, "Europe/Berlin");
  await add(world, { createdOn: "2026-10-25T00:30:00Z" }, { createdOn: "2026-10-25T01:30:00Z" });
  await countAll();

  const answer = await world.chart("changes", { from: "2026-10-25", to: "2026-10-26", by: "hour" });

  expect(valuesOf(answer)["item"]).toEqual([0, 0, 1, 1, ...Array.from({ length: 21 }, () => 0)]);
});

test("an organization without changes has no series, and its totals are zero", async () => {
  const world = await buildStatisticsWorld(service);
  await add(await buildStatisticsWorld(service), { createdOn: "2026-03-28T12:00:00Z" });
  await countAll();

  const answer = await world.chart("changes", weekend);

  expect(answer.body).toMatchObject({ series: [], totals: { create: 0, update: 0, delete: 0 } });
});

test("a callback token of a task finds nothing", async () => {
  const world = await buildStatisticsWorld(service);
  const token = await service.call("POST", "/access-tokens", {
    headers: world.key.headers,
    body: { taskId: "task-1" },
  });
  const headers = bearer(token);

  const answers = ["changes", "consumers", "loads", "processes", "webhooks"].map((name) =>
    service.call("GET", `/statistics/${name}`, { headers }),
  );

  for (const answer of await Promise.all(answers)) {
    expect(answer).toMatchObject(problem("not-found"));
  }
});

const kinds: readonly ChangeInput[] = [
  { entity_type: "item", type_path: "item" },
  { entity_type: "item", type_path: "item:shoe" },
  { entity_type: "item", type_path: "item:shoe:boot" },
  { entity_type: "color", type_path: "color" },
  { entity_type: "project-item", type_path: "project-item", project_id: "project-1" },
  { entity_type: "project-item", type_path: "project-item", project_id: "project-2" },
  { entity_type: "workspace", type_path: "workspace" },
  { entity_type: "project", type_path: "project", entity_id: "project-1" },
  { entity_type: "project", type_path: "project", entity_id: "project-2" },
  { entity_type: "entity-type", type_path: "entity-type" },
  { entity_type: "role", type_path: "role" },
  { entity_type: "org", type_path: "org" },
];

const rightArbitrary: fc.Arbitrary<Right> = fc
  .record({
    typePath: fc.constantFrom(
      "*",
      "item:*",
      "item:shoe",
      "item:shoe:*",
      "color",
      "project-item:*",
      "workspace",
      "project",
    ),
    projectId: fc.constantFrom(undefined, "project-1"),
    fields: fc.constantFrom(undefined, ["name"]),
    verb: fc.constantFrom("read" as const, "read" as const, "update" as const),
  })
  .map(({ typePath, projectId, fields, verb }) => ({
    verbs: [verb],
    typePath,
    ...(projectId === undefined ? {} : { projectId }),
    ...(fields === undefined ? {} : { fields: [...fields] }),
  }))
  .filter((right) => problemOfRight(right) === undefined);

test("with any permissions, a chart counts exactly what the history shows", async () => {
  const world = await buildStatisticsWorld(service);
  const times = (day: string) => kinds.map((kind) => ({ ...kind, createdOn: `${day}T12:00:00Z` }));
  await add(world, ...times("2026-03-28"), ...times("2026-03-29"));
  await countAll();
  await add(world, ...times("2026-03-30"));

  await fc.assert(
    fc.asyncProperty(fc.array(rightArbitrary, { maxLength: 3 }), async (rights) => {
      const key = await world.keyWith({ rights });
      const chart = await world.chart("changes", weekend, key);
      const { body } = await service.call("GET", "/change-history?limit=1000", { headers: key.headers });
      const shown: { entityType: string }[] = body.results;
      const types = [...new Set(shown.map(({ entityType }) => entityType))];
      const expected = types.map((type) => [type, shown.filter(({ entityType }) => entityType === type).length / 3]);

      expect(valuesOf(chart)).toEqual(
        Object.fromEntries(expected.map(([type, count]) => [type, [count, count, count]])),
      );
    }),
    { numRuns: 25 },
  );
});
