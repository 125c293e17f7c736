import { afterAll, beforeAll, expect, test } from "vitest";
import { sessionOf, signIn } from "../access/testing/sign-in.ts";
import { sql } from "../platform/database/sql.ts";
import { newId } from "../platform/ids.ts";
import { type BuiltKey, buildUser } from "../testing/builders.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { buildStatisticsWorld, type StatisticsWorld, valuesOf } from "./testing/statistics-world.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.stop());

const sum = (values: readonly (number | null)[] = []) => values.reduce<number>((all, value) => all + (value ?? 0), 0);

/** Makes calls on separate nodes, which write their counts when they stop. */
async function callOnNodes(count: number, call: (node: TestService) => Promise<unknown>): Promise<void> {
  const nodes = await Promise.all(
    Array.from({ length: count }, () => startTestService({ WEFT_RATE_LIMIT: "2", WEFT_ROLE: "api" }, service)),
  );
  await Promise.all(nodes.map(call));
  await Promise.all(nodes.map((node) => node.stop()));
}

async function addUse({ org }: StatisticsWorld, credentialId: string, calls: number, quarter: string): Promise<void> {
  await service.database.db.query(sql`
    insert into rate_use (org_id, credential_id, quarter, calls, refused)
    values (${org.id}, ${credentialId}, ${quarter}, ${calls}, 1)`);
}

const days = { from: "2026-03-01", to: "2026-03-04" };

test("calls on two nodes are added up, including rate-limited ones", async () => {
  const world = await buildStatisticsWorld(service);
  const key = await world.keyWith({ preset: "read-only" });
  const statuses: number[] = [];

  await callOnNodes(2, async (node) => {
    const answers = Array.from({ length: 20 }, () => node.call("GET", "/whoami", { headers: key.headers }));
    statuses.push(...(await Promise.all(answers)).map(({ status }) => status));
  });
  const answer = await world.chart("rate", {}, key);

  const refused = statuses.filter((status) => status === 429).length;
  expect(refused).toBeGreaterThan(0);
  expect(answer.status).toBe(200);
  expect(answer.body.totals).toEqual({ [`calls:${key.id}`]: 40, [`refused:${key.id}`]: refused, calls: 40, refused });
  expect(sum(valuesOf(answer)[`calls:${key.id}`])).toBe(40);
  expect(valuesOf(answer)[`calls:${key.id}`]).toHaveLength(30);
});

test("a batch is one call, even when it is rejected for its cost", async () => {
  const world = await buildStatisticsWorld(service);
  const key = await world.keyWith({ ratePerSecond: 2 });
  const operations = Array.from({ length: 30 }, (_, number) => ({ op: "create", object: { name: `${number}` } }));
  const statuses: number[] = [];

  await callOnNodes(1, (node) =>
    waitUntil("a batch is rejected", async () => {
      const { status } = await node.call("POST", "/items/batch", { headers: key.headers, body: { operations } });
      statuses.push(status);
      return status === 429;
    }),
  );
  const { body } = await world.chart("rate");

  expect(body.totals).toMatchObject({ [`calls:${key.id}`]: statuses.length, [`refused:${key.id}`]: 1 });
});

test("calls are also counted while rate limits are disabled, those of a session by its user", async () => {
  const world = await buildStatisticsWorld(service);
  const user = await buildUser(service, world.org, { role: "viewer" });
  const node = await startTestService({ WEFT_ROLE: "api" }, service);
  const headers = sessionOf(await signIn(service, world.org, user, { grant: "session" }));
  await node.call("GET", "/whoami", { headers });
  await node.call("GET", "/whoami", { headers });
  await node.stop();

  const { body } = await world.chart("rate");

  expect(body.series[0]).toMatchObject({ key: `calls:${user.id}`, label: "A user", unit: "calls" });
  expect(body.totals[`calls:${user.id}`]).toBe(2);
});

test("an administrator sees every credential of the organization by name, other callers only their own", async () => {
  const world = await buildStatisticsWorld(service);
  const other = await buildStatisticsWorld(service);
  const [busy, quiet] = [await world.keyWith({ preset: "read-only" }), await world.keyWith({ preset: "read-only" })];
  const deleted = newId();
  await addUse(world, busy.id, 10, "2026-03-02T10:00:00Z");
  await addUse(world, quiet.id, 3, "2026-03-03T10:00:00Z");
  await addUse(world, deleted, 1, "2026-03-03T10:00:00Z");
  await addUse(other, busy.id, 100, "2026-03-02T10:00:00Z");

  const all = await world.chart("rate", days);
  const own = await world.chart("rate", days, quiet);

  expect(Object.keys(valuesOf(all))).toEqual(
    [busy.id, quiet.id, deleted].flatMap((id) => [`calls:${id}`, `refused:${id}`]),
  );
  expect(all.body.series.map(({ label }: { label: string }) => label)).toEqual([
    expect.stringMatching(/^app .+ \(test\)$/),
    expect.stringMatching(/^app .+ \(test\), rate limited$/),
    expect.stringMatching(/^app .+ \(test\)$/),
    expect.stringMatching(/^app .+ \(test\), rate limited$/),
    deleted,
    `${deleted}, rate limited`,
  ]);
  expect(valuesOf(all)[`calls:${busy.id}`]).toEqual([0, 10, 0]);
  expect(all.body.totals).toMatchObject({ calls: 14, refused: 3 });
  expect(valuesOf(own)).toEqual({ [`calls:${quiet.id}`]: [0, 0, 3], [`refused:${quiet.id}`]: [0, 0, 1] });
  expect(own.body.totals).toMatchObject({ calls: 3, refused: 1 });
});

test("of more than 20 credentials the busiest are listed, and all others are combined", async () => {
  const world = await buildStatisticsWorld(service);
  const keys: BuiltKey[] = [];
  for (let number = 1; number <= 23; number++) {
    const key = await world.keyWith({ preset: "read-only" });
    keys.push(key);
    await addUse(world, key.id, number, "2026-03-02T10:00:00Z");
  }

  const answer = await world.chart("rate", days);

  const values = valuesOf(answer);
  expect(Object.keys(values)).toHaveLength(2 * 21);
  expect(Object.keys(values)[0]).toBe(`calls:${keys.at(-1)?.id}`);
  expect([values["calls:other"], values["refused:other"]]).toEqual([
    [0, 1 + 2 + 3, 0],
    [0, 3, 0],
  ]);
  expect(answer.body.totals).toMatchObject({ calls: (23 * 24) / 2, refused: 23 });
});

test("a credential without calls has points of zero", async () => {
  const world = await buildStatisticsWorld(service);
  const key = await world.keyWith({ preset: "read-only" });

  const answer = await world.chart("rate", days, key);

  expect(valuesOf(answer)).toEqual({ [`calls:${key.id}`]: [0, 0, 0], [`refused:${key.id}`]: [0, 0, 0] });
});
