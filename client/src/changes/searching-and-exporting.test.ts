import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildChangeWorld, type ChangeWorld, cursorsOf } from "../../../server/src/changes/testing/change-world.ts";
import { shareTestService, type TestService } from "../../../server/src/testing/test-service.ts";
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
  service = await shareTestService();
  world = await buildChangeWorld(service);
  const inputs = Array.from({ length: 40 }, (_, number) => ({
    entity_type: number % 4 === 0 ? "color" : "item",
    // Multibyte characters, which stream chunks may split.
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
  test("returns one page, newest first, and the next page key", async () => {
    const first = await weft.changes.list({ limit: 3 });
    const second = await weft.changes.list({ limit: 3, nextPageKey: first.nextPageKey ?? "" });

    expect(idsOf([...first.results, ...second.results])).toEqual(ids.toReversed().slice(0, 6));
    expect(first.coveredUntil).toBe(ids.at(-1));
  });

  test("returns all matching records, page by page", async () => {
    const order = { orderField: "createdOn", order: "asc" };

    const colors = await collect(weft.changes.all({ criteria: { entityType: "color" }, order, limit: 3 }));
    const items = await collect(weft.changes.all({ entityType: "item", limit: 1000 }));

    expect(idsOf(colors)).toEqual(ids.filter((_, number) => number % 4 === 0));
    expect(idsOf(items)).toEqual(ids.filter((_, number) => number % 4 !== 0).toReversed());
  });

  test("with invalid criteria is rejected", async () => {
    await expect(weft.changes.list({ criteria: { colour: "red" } })).rejects.toMatchObject({ status: 400 });
  });
});

describe("an export", () => {
  test("returns every record, oldest first", async () => {
    const records = await collect(weft.changes.export());

    expect(idsOf(records)).toEqual(ids);
    expect(records[1]).toMatchObject({ propertyDiffs: { name: { newValue: "Größe 1 🧵" } } });
  });

  test("returns matching records after a cursor", async () => {
    const records = await collect(weft.changes.export({ criteria: { entityType: "color" }, after: ids[8] ?? "" }));

    expect(idsOf(records)).toEqual(ids.filter((_, number) => number > 8 && number % 4 === 0));
  });

  test.each([0, 1, 400, 2_003, 5_555])(
    "interrupted after %i bytes continues after the last complete record",
    async (afterBytes) => {
      proxy.next({ kind: "cut-answer", afterBytes }, undefined);

      const records = await collect(weft.changes.export());

      expect(idsOf(records)).toEqual(ids);
      expect(proxy.calls).toHaveLength(2);
    },
  );

  test("continues while there is progress, and fails without", async () => {
    proxy.evaluate(() => ({ kind: "cut-answer", afterBytes: 1_500 }));
    const slowly = await collect(weft.changes.export({ retries: 1 })).catch((error: unknown) => error);
    const slowCalls = proxy.calls.length;
    proxy.evaluate(() => ({ kind: "cut-answer", afterBytes: 100 }));
    const never = collect(weft.changes.export({ retries: 1 }));

    expect(idsOf(Array.isArray(slowly) ? slowly : [])).toEqual(ids);
    expect(slowCalls).toBeGreaterThan(5);
    await expect(never).rejects.toMatchObject({ status: 0, code: "unreachable" });
  });

  test("without data is treated as interrupted", async () => {
    proxy.next({ kind: "silence", afterBytes: 3_000 }, undefined);

    const records = await collect(weft.changes.export({ timeoutMs: 1_000 }));

    expect(idsOf(records)).toEqual(ids);
    expect(proxy.calls).toHaveLength(2);
  });

  test("does not time out while its reader is slow", async () => {
    const { org, key, addMany } = await buildChangeWorld(service);
    await addMany(5_000, "2026-01-01T00:00:00.000Z");
    const large = new Weft({ apiKey: key.apiKey, orgSlug: org.slug, baseUrl: proxy.baseUrl });
    let count = 0;

    for await (const _record of large.changes.export({ timeoutMs: 1_500 })) {
      const begunOn = Date.now();
      if (count === 0) await waitUntil("the timeout has passed", () => Date.now() > begunOn + 1_600);
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

  test("ends when its reader leaves, even if the stream does not", async () => {
    proxy.next({ kind: "silence", afterBytes: 3_000 });

    for await (const { id } of weft.changes.export()) {
      if (id === ids[1]) break;
    }

    expect(proxy.calls).toHaveLength(1);
  });

  test("is rejected like a poll", async () => {
    await expect(collect(weft.changes.export({ after: "yesterday" }))).rejects.toMatchObject({ status: 400 });
  });
});
