import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteExpiredChanges } from "../../../server/src/changes/change-jobs.ts";
import { buildChangeWorld, type ChangeWorld, cursorsOf } from "../../../server/src/changes/testing/change-world.ts";
import { sql } from "../../../server/src/platform/database/sql.ts";
import { shareTestService, type TestService } from "../../../server/src/testing/test-service.ts";
import { waitUntil } from "../../../server/src/testing/wait-until.ts";
import { ApiError } from "../api-error.ts";
import type { ChangeRecord } from "../contract/schemas.ts";
import type { Weft } from "../weft.ts";
import { memoryCursor } from "./memory-cursor.ts";
import { collect, idsOf, idsUntil, weftOf } from "./testing/poller.ts";

let service: TestService;
let world: ChangeWorld;
let weft: Weft;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildChangeWorld(service);
  weft = weftOf(world, service.address);
});

async function addRecords(count: number, entityType = "item"): Promise<string[]> {
  return cursorsOf(await world.add(...Array.from({ length: count }, () => ({ entity_type: entityType }))));
}

test("a poll delivers every change during concurrent writes, in log order", async () => {
  const stopping = new AbortController();
  const written: string[] = [];
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let round = 0; round < 8; round++) {
      const { id } = await weft.entities.create({ entityName: "item", object: { name: `${writer}/${round}` } });
      written.push(id);
    }
  });

  const seen: ChangeRecord[] = [];
  for await (const record of weft.changes.poll({ limit: 5, signal: stopping.signal })) {
    seen.push(record);
    if (seen.length === 32) break;
  }
  await Promise.all(writers);

  expect(seen.map(({ entityId }) => entityId).toSorted()).toEqual(written.toSorted());
  expect(idsOf(seen)).toEqual(idsOf(seen).toSorted());
  expect(seen[0]).toMatchObject({ entityType: "item", action: "create", entityVersion: 1 });
});

describe("the start of a poll", () => {
  test("is the beginning by default", async () => {
    const ids = await addRecords(5);

    expect(idsOf(await collect(weft.changes.poll({ follow: false, limit: 2 })))).toEqual(ids);
  });

  test("can be the id of any record", async () => {
    const ids = await addRecords(5);

    expect(idsOf(await collect(weft.changes.poll({ after: ids[2] ?? "", follow: false })))).toEqual(ids.slice(3));
  });

  test("can be now, and later changes are not missed", async () => {
    await addRecords(2);
    const cursor = memoryCursor();
    const polled = weft.changes.poll({ after: "now", cursor, waitSeconds: 1 });
    const first = polled.next();
    await waitUntil("the position is stored", async () => (await cursor.load()) !== undefined);

    const { id } = await weft.entities.create({ entityName: "item", object: { name: "new" } });

    expect((await first).value).toMatchObject({ entityId: id });
    await polled.return();
  });

  test("can be now without following: no records, and the position is stored", async () => {
    const ids = await addRecords(2);
    const cursor = memoryCursor();

    expect(await collect(weft.changes.poll({ after: "now", cursor, follow: false }))).toEqual([]);
    expect(await cursor.load()).toBe(ids[1]);
  });

  test("is the stored cursor, regardless of after", async () => {
    const ids = await addRecords(4);
    const cursor = memoryCursor(ids[1]);

    expect(idsOf(await collect(weft.changes.poll({ cursor, after: "beginning", follow: false })))).toEqual(
      ids.slice(2),
    );
  });

  test("is the beginning if that is stored", async () => {
    const ids = await addRecords(3);
    const cursor = memoryCursor("beginning");

    expect(idsOf(await collect(weft.changes.poll({ cursor, follow: false })))).toEqual(ids);
    expect(await cursor.load()).toBe(ids[2]);
  });

  test("rejects two cursor stores", async () => {
    // Possible in a program without types.
    const both: object = { consumer: "erp", cursor: memoryCursor() };

    await expect(collect(weft.changes.poll(both))).rejects.toThrow("pass consumer or cursor, not both");
  });
});

describe("the delivered records", () => {
  test("match the criteria, and the cursor advances past the others", async () => {
    const [items, colors] = [await addRecords(2), await addRecords(2, "color")];
    const cursor = memoryCursor();

    const byCriteria = await collect(weft.changes.poll({ cursor, criteria: { entityType: "item" }, follow: false }));
    const byType = await collect(weft.changes.poll({ entityType: "color", follow: false }));

    expect(idsOf(byCriteria)).toEqual(items);
    expect(idsOf(byType)).toEqual(colors);
    expect(await cursor.load()).toBe(colors[1]);
  });

  test("end with those that existed at the start if not following, during concurrent writes", async () => {
    const ids = await addRecords(6);
    const seen: string[] = [];

    for await (const { id } of weft.changes.poll({ follow: false, limit: 2 })) {
      seen.push(id);
      await addRecords(1);
    }

    expect(seen.slice(0, 6)).toEqual(ids);
    // A page that extends past that time is delivered whole.
    expect(seen.length).toBeLessThanOrEqual(7);
  });

  test("can be delivered in pages, each finished when the next one is requested", async () => {
    const ids = await addRecords(5);
    const cursor = memoryCursor();
    const pages = weft.changes.pages({ cursor, limit: 2, follow: false });

    const first = await pages.next();
    const storedAtFirst = await cursor.load();
    const second = await pages.next();
    const storedAtSecond = await cursor.load();
    await pages.return();

    expect(first.value).toMatchObject({ records: [{ id: ids[0] }, { id: ids[1] }], coveredUntil: ids[1] });
    expect(second.value).toMatchObject({ coveredUntil: ids[3] });
    expect([storedAtFirst, storedAtSecond, await cursor.load()]).toEqual([undefined, ids[1], ids[1]]);
  });
});

describe("the stored cursor", () => {
  test("is the finished page while the next one is processed", async () => {
    const ids = await addRecords(5);
    const cursor = memoryCursor();
    const stored: (string | undefined)[] = [];

    for await (const _record of weft.changes.poll({ cursor, limit: 2, follow: false })) {
      stored.push(await cursor.load());
    }

    expect(stored).toEqual([undefined, undefined, ids[1], ids[1], ids[3]]);
    expect(await cursor.load()).toBe(ids[4]);
  });

  test.each([0, 1, 2, 3, 4])("is the previous record when a break leaves record %i unfinished", async (at) => {
    const ids = await addRecords(5);
    const cursor = memoryCursor();

    for await (const { id } of weft.changes.poll({ cursor, limit: 3 })) {
      if (id === ids[at]) break;
    }

    expect(await cursor.load()).toBe(ids[at - 1]);
    expect(idsOf(await collect(weft.changes.poll({ cursor, follow: false })))).toEqual(ids.slice(at));
  });

  test.each([0, 1, 2, 3, 4])("is the previous record when the body throws at record %i", async (at) => {
    const ids = await addRecords(5);
    const cursor = memoryCursor();
    const work = async () => {
      for await (const { id } of weft.changes.poll({ cursor, limit: 3 })) {
        if (id === ids[at]) throw new Error("The ERP is closed.");
      }
    };

    await expect(work()).rejects.toThrow("The ERP is closed.");

    expect(await cursor.load()).toBe(ids[at - 1]);
  });

  test("is saved once per page, and never moves back", async () => {
    const ids = await addRecords(6);
    const saves: string[] = [];
    const cursor = { load: async () => ids[1], save: async (place: string) => void saves.push(place) };

    await collect(weft.changes.poll({ cursor, limit: 2, follow: false }));
    await collect(weft.changes.poll({ cursor: { ...cursor, load: async () => ids[5] }, follow: false }));

    expect(saves).toEqual([ids[3], ids[5]]);
  });

  test("is also stored for records finished before an abort", async () => {
    const ids = await addRecords(2);
    const aborting = new AbortController();
    const polled = weft.changes.poll({ consumer: "erp", signal: aborting.signal });
    await idsUntil(polled, 2);

    aborting.abort(new Error("Closing time."));

    await expect(polled.next()).rejects.toThrow("Closing time.");
    expect((await weft.changes.consumers.get({ name: "erp" })).cursor).toBe(ids[1]);
  });

  test("ends the poll if it cannot be saved", async () => {
    await addRecords(2);
    const cursor = { load: async () => undefined, save: () => Promise.reject(new Error("The disk is full.")) };

    await expect(collect(weft.changes.poll({ cursor }))).rejects.toThrow("The disk is full.");
  });
});

describe("a named consumer", () => {
  test("continues where it stopped, and the service knows its lag", async () => {
    const ids = await addRecords(3);
    for await (const { id } of weft.changes.poll({ consumer: "erp" })) {
      if (id === ids[2]) break;
    }

    const { lag } = await weft.changes.consumers.get({ name: "erp" });
    const again = await collect(weft.changes.poll({ consumer: "erp", follow: false }));

    expect(lag).toBe(1);
    expect(idsOf(again)).toEqual([ids[2]]);
    expect(await weft.changes.consumers.get({ name: "erp" })).toMatchObject({ cursor: ids[2], lag: 0 });
  });

  test("can be set, listed and deleted", async () => {
    const ids = await addRecords(3);

    await weft.changes.consumers.put({ name: "erp", cursor: ids[1] ?? "" });
    await weft.changes.consumers.put({ name: "web", cursor: "now" });
    const { results } = await weft.changes.consumers.list({ limit: 10 });
    const fromThere = await collect(weft.changes.poll({ consumer: "erp", follow: false }));
    await weft.changes.consumers.delete({ name: "erp" });

    expect(results).toMatchObject([
      { name: "erp", cursor: ids[1], lag: 1 },
      { name: "web", lag: 0 },
    ]);
    expect(idsOf(fromThere)).toEqual([ids[2]]);
    await expect(weft.changes.consumers.get({ name: "erp" })).rejects.toMatchObject({ status: 404 });
  });
});

describe("a poll that cannot continue", () => {
  test("throws 410 with the oldest available cursor if its changes are expired", async () => {
    const [old = ""] = cursorsOf(
      await world.add({ createdOn: "2026-01-01T00:00:00.000Z" }, { createdOn: "2026-01-02T00:00:00.000Z" }),
    );
    const recent = await addRecords(1);
    await service.database.db.query(sql`update orgs set retention = '{"item": 10}'::jsonb where id = ${world.org.id}`);
    await deleteExpiredChanges(service.database.db, new Date());
    const cursor = memoryCursor(old);

    const error = await collect(weft.changes.poll({ cursor })).catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 410, code: "cursor-gone", problem: { oldestCursor: expect.any(String) } });
    await cursor.save(String(error instanceof ApiError && error.problem["oldestCursor"]));
    expect(idsOf(await collect(weft.changes.poll({ cursor, follow: false })))).toEqual(recent);
  });

  test("throws 401 if its key is rejected", async () => {
    const stranger = weftOf({ ...world, key: { ...world.key, apiKey: "wrong" } }, service.address);

    await expect(collect(stranger.changes.poll())).rejects.toMatchObject({ status: 401 });
  });

  test("throws 400 if its filter is invalid", async () => {
    await expect(collect(weft.changes.poll({ after: "yesterday" }))).rejects.toMatchObject({ status: 400 });
  });
});
