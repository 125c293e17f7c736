import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteExpiredChanges } from "../changes/change-jobs.ts";
import { buildChanges, buildManyChanges, type ChangeInput } from "../changes/testing/change-builder.ts";
import { oneRow, sql } from "../platform/database/sql.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { countChanges } from "./statistics-jobs.ts";
import { buildStatisticsWorld, type StatisticsWorld } from "./testing/statistics-world.ts";

let service: TestService;

beforeAll(async () => {
  // Without jobs: the tests decide when changes are counted.
  service = await startTestService({ WEFT_ROLE: "api" });
});

afterAll(() => service.stop());

const count = () => countChanges(service.database.db, new AbortController().signal);

/** The contents of the log, counted directly. */
async function countLog({ org }: StatisticsWorld): Promise<object[]> {
  return service.database.db.query(sql`
    select date_bin('15 minutes', created_on, '2000-01-01Z') as quarter, entity_type, type_path,
      coalesce(project_id, '') as project_id, count(*) filter (where action = 'create') as creates,
      count(*) filter (where action = 'update') as updates, count(*) filter (where action = 'delete') as deletes
    from changes where org_id = ${org.id} group by 1, 2, 3, 4 order by 1, 2, 3, 4`);
}

async function counted({ org }: StatisticsWorld): Promise<object[]> {
  return service.database.db.query(sql`
    select quarter, entity_type, type_path, project_id, creates, updates, deletes
    from change_counts where org_id = ${org.id} order by 1, 2, 3, 4`);
}

async function totalOf(world: StatisticsWorld, query: Readonly<Record<string, string>> = {}): Promise<number> {
  const { body } = await world.chart("changes", query);
  return body.totals.create + body.totals.update + body.totals.delete;
}

/** A change of any kind; the time is set automatically. */
function anyChange(): ChangeInput {
  const pick = <Item>(items: readonly [Item, ...Item[]]) => items[Math.floor(Math.random() * items.length)] ?? items[0];
  return {
    entity_type: pick(["item", "color", "project-item"]),
    type_path: pick(["item", "item:shoe", "color"]),
    project_id: pick([null, "project-1", "project-2"]),
    action: pick(["create", "update", "delete"]),
  };
}

test("with concurrent writers, counters and readers every change is counted exactly once at any time", async () => {
  const world = await buildStatisticsWorld(service);
  const write = async () => {
    for (let round = 0; round < 25; round++) {
      await buildChanges(service.database.db, world.org.id, Array.from({ length: 1 + (round % 4) }, anyChange));
    }
  };
  let isWriting = true;
  const totals: number[] = [];
  const countOn = async () => {
    while (isWriting) {
      await count();
    }
  };
  const look = async () => {
    while (isWriting) {
      const before = await countLogTotal(world);
      const total = await totalOf(world);
      expect(total).toBeGreaterThanOrEqual(before);
      expect(total).toBeLessThanOrEqual(await countLogTotal(world));
      totals.push(total);
    }
  };

  const beside = [countOn(), countOn(), look()];
  await Promise.all([write(), write(), write()]).finally(() => {
    isWriting = false;
  });
  await Promise.all(beside);
  await count();

  expect(await counted(world)).toEqual(await countLog(world));
  expect(totals.length).toBeGreaterThan(0);
  expect(await totalOf(world)).toBe(3 * 61);
});

async function countLogTotal({ org }: StatisticsWorld): Promise<number> {
  const rows = await service.database.db.query<{ count: number }>(sql`
    select count(*) as count from changes where org_id = ${org.id}`);
  return oneRow(rows).count;
}

test("a long log is counted in several steps, and continued where it stopped", async () => {
  const world = await buildStatisticsWorld(service);
  const add = (number: number, from: string) => buildManyChanges(service.database.db, world.org.id, number, { from });
  await add(45_000, "2026-03-01T00:00:00Z");

  await count();
  const first = await counted(world);
  await add(10, "2026-03-01T12:29:59Z");
  await count();
  await count();

  expect(first).toHaveLength(50);
  expect(await counted(world)).toEqual(await countLog(world));
  expect(await totalOf(world, { from: "2026-03-01", to: "2026-03-02" })).toBe(45_010);
});

test("a stopping node counts no further", async () => {
  const world = await buildStatisticsWorld(service);
  await buildChanges(service.database.db, world.org.id, [anyChange()]);

  await countChanges(service.database.db, AbortSignal.abort());

  expect(await counted(world)).toEqual([]);
  expect(await totalOf(world)).toBe(1);
});

test("counts outlive deleted records; records deleted before they were counted block nothing", async () => {
  const world = await buildStatisticsWorld(service);
  const { db } = service.database;
  const add = (day: string) => buildManyChanges(db, world.org.id, 5, { from: `2026-03-${day}T00:00:00Z` });
  const deleteUntil = (day: string) => deleteExpiredChanges(db, new Date(`2026-03-${day}T00:00:00Z`));
  const march = { from: "2026-03-01", to: "2026-04-01" };
  await db.query(sql`update orgs set retention = '{"item": 1}' where id = ${world.org.id}`);

  await add("01");
  await count();
  await deleteUntil("03");
  const afterFirst = await totalOf(world, march);
  await add("05");
  await deleteUntil("10");
  await count();
  await add("20");
  await count();

  expect(afterFirst).toBe(5);
  expect(await totalOf(world, march)).toBe(10);
});
