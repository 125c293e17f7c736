import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildChangeWorld, type ChangeWorld, cursorsOf } from "../../../server/src/changes/testing/change-world.ts";
import { startTestService, type TestService } from "../../../server/src/testing/test-service.ts";
import { waitUntil } from "../../../server/src/testing/wait-until.ts";
import { type FailingProxy, startFailingProxy } from "../testing/failing-proxy.ts";
import { Weft } from "../weft.ts";
import { collect, idsOf } from "./testing/poller.ts";

let service: TestService;
let world: ChangeWorld;
let proxy: FailingProxy;
let weft: Weft;
let ids: string[];

beforeAll(async () => {
  service = await startTestService();
  world = await buildChangeWorld(service);
  const inputs = Array.from({ length: 40 }, (_, number) => ({
    entity_type: number % 4 === 0 ? "color" : "item",
    // Characters of several bytes, which pieces of a stream may halve.
    diffs: { name: [null, `Größe ${number} 🧵`] },
  }));
  ids = cursorsOf(await world.add(...inputs));
});

afterAll(() => service.stop());

beforeEach(async () => {
  proxy = await startFailingProxy(service.address);
  weft = new Weft({ apiKey: world.key.apiKey, orgSlug: world.org.slug, baseUrl: proxy.baseUrl });
});

afterEach(() => proxy.close());

describe("a search", () => {
  test("answers one page, the newest first, and where to go on", async () => {
    const first = await weft.changes.list({ limit: 3 });
    const second = await weft.changes.list({ limit: 3, nextPageKey: first.nextPageKey ?? "" });

    expect(idsOf([...first.results, ...second.results])).toEqual(ids.toReversed().slice(0, 6));
    expect(first.coveredUntil).toBe(ids.at(-1));
  });

  test("hands out all that matches, page by page", async () => {
    const order = { orderField: "createdOn", order: "asc" };

    const colors = await collect(weft.changes.all({ criteria: { entityType: "color" }, order, limit: 3 }));
    const items = await collect(weft.changes.all({ entityType: "item", limit: 1000 }));

    expect(idsOf(colors)).toEqual(ids.filter((_, number) => number % 4 === 0));
    expect(idsOf(items)).toEqual(ids.filter((_, number) => number % 4 !== 0).toReversed());
  });

  test("is refused with a fault in its criteria", async () => {
    await expect(weft.changes.list({ criteria: { colour: "red" } })).rejects.toMatchObject({ status: 400 });
  });
});

describe("an export", () => {
  test("hands out every record, oldest first", async () => {
    const records = await collect(weft.changes.export());

    expect(idsOf(records)).toEqual(ids);
    expect(records[1]).toMatchObject({ propertyDiffs: { name: { newValue: "Größe 1 🧵" } } });
  });

  test("hands out what matches behind a place", async () => {
    const records = await collect(weft.changes.export({ criteria: { entityType: "color" }, after: ids[8] ?? "" }));

    expect(idsOf(records)).toEqual(ids.filter((_, number) => number > 8 && number % 4 === 0));
  });

  test.each([0, 1, 400, 2_003, 5_555])(
    "that breaks off after %i bytes goes on behind the last whole record",
    async (afterBytes) => {
      proxy.next({ kind: "cut-answer", afterBytes }, undefined);

      const records = await collect(weft.changes.export());

      expect(idsOf(records)).toEqual(ids);
      expect(proxy.calls).toHaveLength(2);
    },
  );

  test("goes on as long as there is progress, and gives up when there is none", async () => {
    proxy.evaluate(() => ({ kind: "cut-answer", afterBytes: 1_500 }));
    const slowly = await collect(weft.changes.export({ retries: 1 })).catch((error: unknown) => error);
    const slowCalls = proxy.calls.length;
    proxy.evaluate(() => ({ kind: "cut-answer", afterBytes: 100 }));
    const never = collect(weft.changes.export({ retries: 1 }));

    expect(idsOf(Array.isArray(slowly) ? slowly : [])).toEqual(ids);
    expect(slowCalls).toBeGreaterThan(5);
    await expect(never).rejects.toMatchObject({ status: 0, code: "unreachable" });
  });

  test("that falls silent is taken for broken off", async () => {
    proxy.next({ kind: "silence", afterBytes: 3_000 }, undefined);

    const records = await collect(weft.changes.export({ timeoutMs: 300 }));

    expect(idsOf(records)).toEqual(ids);
    expect(proxy.calls).toHaveLength(2);
  });

  test("is not hurried by a time-out while its reader takes its time", async () => {
    const { org, key, addMany } = await buildChangeWorld(service);
    await addMany(5_000, "2026-01-01T00:00:00.000Z");
    const large = new Weft({ apiKey: key.apiKey, orgSlug: org.slug, baseUrl: proxy.baseUrl });
    let count = 0;

    for await (const _record of large.changes.export({ timeoutMs: 1_500 })) {
      const begunOn = Date.now();
      if (count === 0) await waitUntil("the time-out has passed", () => Date.now() > begunOn + 1_600);
      count += 1;
    }

    expect(count).toBe(5_000);
    expect(proxy.calls).toHaveLength(1);
  });

  test("ends with the signal's reason", async () => {
    proxy.next({ kind: "silence", afterBytes: 3_000 });
    const aborting = new AbortController();
    const records = weft.changes.export({ signal: aborting.signal });
    await records.next();

    aborting.abort(new Error("Closing time."));

    await expect(collect(records)).rejects.toThrow("Closing time.");
    expect(proxy.calls).toHaveLength(1);
  });

  test("ends when its reader leaves, though the stream does not", async () => {
    proxy.next({ kind: "silence", afterBytes: 3_000 });

    for await (const { id } of weft.changes.export()) {
      if (id === ids[1]) break;
    }

    expect(proxy.calls).toHaveLength(1);
  });

  test("is refused as a poll is", async () => {
    await expect(collect(weft.changes.export({ after: "yesterday" }))).rejects.toMatchObject({ status: 400 });
  });
});
