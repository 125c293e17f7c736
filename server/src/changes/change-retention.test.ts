import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../platform/database/sql.ts";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { changeJobs, deleteExpiredChanges } from "./change-jobs.ts";
import { buildChangeWorld, type ChangeWorld, cursorsOf, idsOf } from "./testing/change-world.ts";

let service: TestService;
let world: ChangeWorld;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildChangeWorld(service);
});

const now = new Date("2026-06-30T12:00:00.000Z");

async function retain(retention: object): Promise<void> {
  await service.database.db.query(sql`
    update orgs set retention = ${JSON.stringify(retention)}::jsonb where id = ${world.org.id}`);
}

async function partitions(): Promise<string[]> {
  const rows = await service.database.db.query<{ name: string }>(sql`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'changes'::regclass order by name`);
  return rows.map(({ name }) => name);
}

async function makeMonth(month: string, next: string): Promise<void> {
  const name = `changes_${month.replace("-", "_")}`;
  await service.database.db.query({
    text: `create table if not exists ${name} partition of changes for values from ('${month}-01Z') to ('${next}-01Z')`,
    values: [],
  });
}

async function runJob(task: string): Promise<void> {
  await changeJobs(service.database.db)
    .find((job) => job.task === task)
    ?.run({}, new AbortController().signal);
}

describe("deletion of expired changes", () => {
  const days = ["2026-06-01", "2026-06-20", "2026-06-29"];

  test("deletes what is older than the org's retention for a type, and nothing else", async () => {
    const other = await buildChangeWorld(service);
    const inputs = days.flatMap((day) =>
      ["item", "color"].map((entity_type) => ({ entity_type, createdOn: `${day}T12:00:00.000Z` })),
    );
    const [mine, theirs] = [cursorsOf(await world.add(...inputs)), cursorsOf(await other.add(...inputs))];
    await retain({ item: 10 });

    await deleteExpiredChanges(service.database.db, now);

    // The second item is exactly ten days old, which is within the retention.
    expect(idsOf(await world.history({ order: { order: "asc" } }))).toEqual(mine.slice(1));
    expect(idsOf(await other.history({ order: { order: "asc" } }))).toEqual(theirs);
    expect((await world.history({ after: mine[0] ?? "" })).status).toBe(200);
    const beginning = await world.history({ after: "beginning" });
    expect(idsOf(beginning)).toEqual(mine.slice(1));
  });

  test("rejects older cursors, per entity type, and again after the next run", async () => {
    const built = cursorsOf(
      await world.add(...days.map((day) => ({ createdOn: `${day}T12:00:00.000Z` })), { entity_type: "color" }),
    );
    await retain({ item: 5 });
    const start = (await world.history()).body.coveredUntil;

    await deleteExpiredChanges(service.database.db, now);
    const first = await world.history({ after: built[0] ?? "" });
    const ofColor = await world.history({ after: built[0] ?? "", entityType: "color" });
    await deleteExpiredChanges(service.database.db, new Date("2027-06-30T12:00:00.000Z"));
    const second = await world.history({ after: built[1] ?? "" });

    expect([first.status, first.body.oldestCursor]).toEqual([410, built[1]]);
    expect(idsOf(ofColor)).toEqual([built[3]]);
    expect([second.status, second.body.oldestCursor]).toEqual([410, built[2]]);
    expect((await world.history({ after: start })).status).toBe(200);
  });

  test("takes several batches and is idempotent", async () => {
    await world.addMany(10_001, "2026-01-01T00:00:00Z", "color");
    const kept = cursorsOf(await world.add({ entity_type: "color", createdOn: "2026-06-30T00:00:00.000Z" }));
    await retain({ color: 30 });

    await deleteExpiredChanges(service.database.db, now);
    await deleteExpiredChanges(service.database.db, now);

    expect(idsOf(await world.history())).toEqual(kept);
    expect(idsOf(await world.history({ after: "beginning" }))).toEqual(kept);
  });

  test("deletes nothing without a retention limit", async () => {
    const built = cursorsOf(await world.add({ createdOn: "2001-01-01T00:00:00.000Z" }));
    await retain({ item: 1 });
    await retain({});

    await deleteExpiredChanges(service.database.db, now);

    expect(idsOf(await world.history())).toEqual(built);
  });

  test("runs as a job, which also drops empty partitions of past months", async () => {
    await makeMonth("2021-01", "2021-02");
    await makeMonth("2021-02", "2021-03");
    await makeMonth("2021-03", "2021-04");
    await world.add(
      { createdOn: "2021-01-15T00:00:00.000Z" },
      { entity_type: "color", createdOn: "2021-02-15T00:00:00.000Z" },
    );
    await retain({ item: 30 });
    const before = await partitions();

    await runJob("forget-changes");
    const after = await partitions();

    expect(before.filter((name) => !after.includes(name))).toEqual(["changes_2021_01", "changes_2021_03"]);
    expect((await world.history()).body.results).toHaveLength(1);
  });

  test("keeps the partitions of this month and later, and the default partition", async () => {
    const before = await partitions();

    await runJob("forget-changes");

    expect((await partitions()).filter((name) => name !== "changes_2021_02")).toEqual(
      before.filter((name) => name !== "changes_2021_02"),
    );
    expect(before).toContain("changes_default");
    expect(before.length).toBeGreaterThanOrEqual(4);
  });
});

describe("the job that creates partitions ahead", () => {
  const nextMonths = () =>
    [0, 1, 2].map((ahead) => {
      const today = new Date();
      const month = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + ahead, 1));
      return `changes_${month.toISOString().slice(0, 7).replace("-", "_")}`;
    });

  test("creates this month and two more, and is idempotent", async () => {
    await runJob("make-change-partitions");
    await runJob("make-change-partitions");

    expect(await partitions()).toEqual(expect.arrayContaining(nextMonths()));
  });

  test("skips a month whose records are already in another partition", async () => {
    const [, next = "", last = ""] = nextMonths();
    for (const name of [next, last]) {
      await service.database.db.query({ text: `drop table ${name}`, values: [] });
    }
    const built = await world.add({ createdOn: `${next.slice(8).replace("_", "-")}-10T00:00:00.000Z` });

    await runJob("make-change-partitions");

    const made = await partitions();
    expect([made.includes(next), made.includes(last)]).toEqual([false, true]);
    expect(idsOf(await world.history())).toEqual(cursorsOf(built));
  });
});
