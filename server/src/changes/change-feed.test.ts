import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { problem } from "../access/testing/problem.ts";
import { sql } from "../platform/database/sql.ts";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { encodeCursor } from "./change-cursor.ts";
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

async function setHorizon(entityType: string, cursor: { sequence: number; created_on: Date }): Promise<void> {
  const { db } = service.database;
  await db.query(sql`
    delete from changes
    where org_id = ${world.org.id} and entity_type = ${entityType} and sequence <= ${cursor.sequence}`);
  await db.query(sql`
    insert into change_horizons (org_id, entity_type, sequence, stamp)
    values (${world.org.id}, ${entityType}, ${cursor.sequence}, ${cursor.created_on})`);
}

describe("the changes after a position", () => {
  test("are returned in log order, page by page, each page with the position to continue from", async () => {
    const built = cursorsOf(await world.add({}, {}, {}, {}, {}));

    const first = await world.history({ after: "beginning", limit: 2 });
    const second = await world.history({ after: first.body.coveredUntil, limit: 2 });
    const third = await world.history({ after: second.body.coveredUntil, limit: 2 });
    const fourth = await world.history({ after: third.body.coveredUntil, limit: 2 });

    expect([first, second, third, fourth].map(idsOf)).toEqual([
      built.slice(0, 2),
      built.slice(2, 4),
      built.slice(4),
      [],
    ]);
    expect(second.body.coveredUntil).toBe(built[3]);
    expect([third.body.coveredUntil, fourth.body.coveredUntil]).toEqual([built[4], built[4]]);
    expect(fourth.body).not.toHaveProperty("nextPageKey");
  });

  test("include records with the same timestamp, split at any point", async () => {
    const createdOn = "2026-03-01T00:00:00.000Z";
    const built = cursorsOf(await world.add(...Array.from({ length: 5 }, () => ({ createdOn }))));

    const pages = await Promise.all(built.map((after) => world.history({ after })));

    expect(pages.map(idsOf)).toEqual(built.map((_, index) => built.slice(index + 1)));
  });

  test("cover the log to its end if nothing matches, and report its time", async () => {
    await world.add({}, {}, { createdOn: "2099-01-01T00:00:00.500Z" });

    const { body } = await world.history({ after: "beginning", criteria: { entityType: "color" } });

    expect(body).toEqual({
      results: [],
      coveredUntil: expect.any(String),
      coveredUntilTime: "2099-01-01T00:00:00.500Z",
    });
    expect(idsOf(await world.history({ after: body.coveredUntil }))).toEqual([]);
    const later = cursorsOf(await world.add({ entity_type: "color" }));
    expect(idsOf(await world.history({ after: body.coveredUntil }))).toEqual(later);
  });

  test("of an empty log are empty, and later writes are found from there", async () => {
    const beginning = await world.history({ after: "beginning" });
    const now = await world.history({ after: "now" });

    const built = cursorsOf(await world.add({}, {}));

    expect(idsOf(await world.history({ after: beginning.body.coveredUntil }))).toEqual(built);
    expect(idsOf(await world.history({ after: now.body.coveredUntil }))).toEqual(built);
  });

  test("after now are those written from then on", async () => {
    await world.add({}, {});
    const { body } = await world.history({ after: "now" });
    const later = cursorsOf(await world.add({}));

    expect(body.results).toEqual([]);
    expect(idsOf(await world.history({ after: body.coveredUntil }))).toEqual(later);
  });

  test("may span several months", async () => {
    const { db } = service.database;
    for (const month of ["2031-01", "2031-02"]) {
      const name = `changes_${month.replace("-", "_")}`;
      await db.query({
        text: `create table ${name} partition of changes for values from ('${month}-01Z') to ('${month.slice(0, 6)}${Number(month.slice(6)) + 1}-01Z')`,
        values: [],
      });
    }
    const times = ["2026-01-31", "2031-01-31", "2031-02-01", "2031-02-28", "2040-01-01"];
    const built = cursorsOf(await world.add(...times.map((day) => ({ createdOn: `${day}T00:00:00.000Z` }))));

    expect(idsOf(await world.history({ after: "beginning" }))).toEqual(built);
    expect(idsOf(await world.history({ after: "beginning", entityType: "item" }))).toEqual(built);
    expect(idsOf(await world.history())).toEqual([...built].reverse());
  });
});

describe("a search for rare records", () => {
  test("scans a limited number of records and reports where to continue", async () => {
    await world.addMany(20_000, "2026-03-01T00:00:00Z");
    const [rare] = await world.add({ change_set_id: "rare", createdOn: "2027-01-01T00:00:00.000Z" });
    await world.add({ createdOn: "2027-01-02T00:00:00.000Z" });

    const first = await world.history({ after: "beginning", criteria: { changeSetId: "rare" } });
    const second = await world.history({ after: first.body.coveredUntil, criteria: { changeSetId: "rare" } });
    const ofType = await world.history({ after: "beginning", criteria: { changeSetId: "rare", entityType: "item" } });

    expect(first.body).toMatchObject({ results: [], coveredUntilTime: "2026-03-01T05:33:19.000Z" });
    expect(ofType.body).toMatchObject({ results: [], coveredUntilTime: "2026-03-01T05:33:19.000Z" });
    expect(idsOf(second)).toEqual([rare?.cursor]);
    expect(second.body.coveredUntilTime).toBe("2027-01-02T00:00:00.000Z");
  });

  test("continues after a short page", async () => {
    const [rare] = await world.add({ change_set_id: "rare", createdOn: "2026-02-01T00:00:00.000Z" });
    await world.addMany(50_000, "2026-03-01T00:00:00Z");

    const first = await world.history({ criteria: { changeSetId: "rare" } });
    const { nextPageKey } = first.body;
    const second = await world.history({ criteria: { changeSetId: "rare" }, nextPageKey });

    expect(first.body.results).toEqual([]);
    expect(nextPageKey).toEqual(expect.any(String));
    expect(idsOf(second)).toEqual([rare?.cursor]);
    expect(second.body).not.toHaveProperty("nextPageKey");
  });
});

describe("a cursor", () => {
  test.each(["made-up", "", "C123"])("%j is rejected with the valid forms", async (after) => {
    const answer = await world.history({ after });

    expect(answer).toMatchObject(problem("invalid-request", { errors: [{ pointer: "after" }] }));
    expect(answer.body.detail).toContain("beginning or now");
  });

  test.each([{ order: { order: "asc" } }, { nextPageKey: "x" }])("cannot be combined with %j", async (beside) => {
    expect(await world.history({ after: "now", ...beside })).toMatchObject(problem("invalid-request"));
  });

  test("is required to wait", async () => {
    expect(await world.history({ wait: 1 })).toMatchObject(problem("invalid-request"));
  });

  test("beyond the end of the log is gone: the log was restored from a backup", async () => {
    const [change] = await world.add({});
    const end = { sequence: change?.sequence ?? 0, stamp: change?.created_on.getTime() ?? 0 };

    const further = await world.history({ after: encodeCursor({ ...end, sequence: end.sequence + 1 }) });
    const later = await world.history({ after: encodeCursor({ ...end, stamp: end.stamp + 1 }) });

    expect(further).toMatchObject(problem("cursor-gone", { oldestCursor: encodeCursor({ sequence: 0, stamp: 0 }) }));
    expect(later).toMatchObject(problem("cursor-gone"));
  });

  test("of a log that was restored and then diverged is gone", async () => {
    const built = await world.add({}, {}, {});
    await service.database.db.query(sql`delete from changes where org_id = ${world.org.id} and sequence > 1`);
    await service.database.db.query(sql`
      update org_feeds set last_sequence = 1, last_stamp = ${built[0]?.created_on} where org_id = ${world.org.id}`);
    const createdOn = new Date((built[2]?.created_on.getTime() ?? 0) + 5).toISOString();
    await world.add({ createdOn }, { createdOn }, { createdOn });

    const answers = await Promise.all(cursorsOf(built).map((after) => world.history({ after })));

    expect(answers.map(({ status }) => status)).toEqual([200, 410, 410]);
  });

  test("stays valid when the feed was stamped without a record", async () => {
    const built = cursorsOf(await world.add({}, {}));
    const later = new Date("2098-01-01T00:00:00.000Z");
    await service.database.db.query(sql`update org_feeds set last_stamp = ${later} where org_id = ${world.org.id}`);

    const { body } = await world.history({ after: built[1] ?? "" });
    const next = cursorsOf(await world.add({}));

    expect(body.coveredUntilTime).toBe(later.toISOString());
    expect(idsOf(await world.history({ after: body.coveredUntil }))).toEqual(next);
    expect(idsOf(await world.history({ after: built[1] ?? "" }))).toEqual(next);
  });

  test("older than the retention is gone, and the response has the oldest cursor and how to restart", async () => {
    const built = await world.add({}, { entity_type: "color" }, {}, { entity_type: "color" }, {});
    const [, , expired] = built;
    await setHorizon("item", expired ?? { sequence: 0, created_on: new Date() });
    const cursors = cursorsOf(built);

    const old = await world.history({ after: cursors[1] ?? "" });
    const oldest = await world.history({ after: old.body.oldestCursor });
    const beginning = await world.history({ after: "beginning" });
    const ofColor = await world.history({ after: cursors[0] ?? "", entityType: "color" });
    const ofItem = await world.history({ after: cursors[1] ?? "", criteria: { typePath: "item:product" } });
    const ofOneItem = await world.history({ after: cursors[1] ?? "", criteria: { entityReference: "item:x" } });
    const kept = await world.history();

    expect(old).toMatchObject(problem("cursor-gone", { oldestCursor: cursors[2] }));
    expect(old.body.detail).toMatch(/GET \/api\/items.*after and that cursor/);
    expect(idsOf(oldest)).toEqual(cursors.slice(3));
    expect(idsOf(beginning)).toEqual(cursors.slice(3));
    expect(idsOf(ofColor)).toEqual([cursors[1], cursors[3]]);
    expect([ofItem.status, ofOneItem.status]).toEqual([410, 410]);
    expect(idsOf(kept)).toEqual([cursors[4], cursors[3], cursors[1]]);
  });

  test("of another org is not a position in this log", async () => {
    const other = await buildChangeWorld(service);
    const theirs = cursorsOf(await other.add({}, {}, {}));

    expect(await world.history({ after: theirs[2] ?? "" })).toMatchObject(problem("cursor-gone"));
  });
});
