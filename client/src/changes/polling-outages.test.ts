import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { buildChangeWorld, type ChangeWorld, cursorsOf } from "../../../server/src/changes/testing/change-world.ts";
import { startTestService, type TestService } from "../../../server/src/testing/test-service.ts";
import { waitUntil } from "../../../server/src/testing/wait-until.ts";
import { type ErrorText, type FailingProxy, startFailingProxy } from "../testing/failing-proxy.ts";
import { Weft } from "../weft.ts";
import { memoryCursor } from "./memory-cursor.ts";
import { collect, idsOf, idsUntil, weftOf } from "./testing/poller.ts";

let service: TestService;
let world: ChangeWorld;
let proxy: FailingProxy;
let weft: Weft;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildChangeWorld(service);
  proxy = await startFailingProxy(service.address);
  weft = new Weft({ apiKey: world.key.apiKey, orgSlug: world.org.slug, baseUrl: proxy.baseUrl });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await proxy.close();
});

async function addRecords(count: number): Promise<string[]> {
  return cursorsOf(await world.add(...Array.from({ length: count }, () => ({}))));
}

const away: ErrorText = { kind: "cut-connection" };
const errors: readonly (ErrorText | undefined)[] = [
  away,
  undefined,
  { kind: "refuse", status: 502 },
  { kind: "refuse", status: 503, headers: { "retry-after": "0" } },
  { kind: "refuse", status: 504, body: "<h1>Gateway timeout</h1>" },
  undefined,
  { kind: "refuse", status: 429, headers: { "retry-after": "0" } },
  { kind: "swallow-answer" },
  { kind: "cut-answer", afterBytes: 200 },
  undefined,
];

describe("while following, a poll survives", () => {
  test("a restart of the service, and delivers each change once", async () => {
    const node = await startTestService({}, service);
    const { port } = new URL(node.address);
    const writer = weftOf(world, service.address);
    const aborting = new AbortController();
    const seen: string[] = [];
    const polling = (async () => {
      const poller = weftOf(world, node.address);
      for await (const { entityId } of poller.changes.poll({ consumer: "erp", limit: 2, signal: aborting.signal })) {
        seen.push(entityId);
      }
    })().catch((error: unknown) => error);
    const write = async (name: string) => (await writer.entities.create({ entityName: "item", object: { name } })).id;
    const before = await write("before");
    await waitUntil("the poll follows", () => seen.length === 1);

    await node.stop();
    const meanwhile = [await write("one"), await write("two"), await write("three")];
    const again = await startTestService({ PORT: port }, service);
    await waitUntil("the poll continues", () => seen.length >= 4);
    const after = await write("after");
    await waitUntil("the poll follows again", () => seen.length >= 5);
    aborting.abort("enough");

    expect(await polling).toBe("enough");
    expect(seen).toEqual([before, ...meanwhile, after]);
    await again.stop();
  });

  test("lost and failed calls, including those that store the cursor", async () => {
    const ids = await addRecords(12);
    let calls = 0;
    proxy.evaluate(() => errors[calls++ % errors.length]);
    const polled = weft.changes.poll({ consumer: "erp", limit: 3 });

    const seen = await idsUntil(polled, 12);
    proxy.evaluate(() => undefined);
    await polled.return();

    expect(seen).toEqual(ids);
    expect(proxy.calls.length).toBeGreaterThan(errors.length);
    const { cursor } = await weftOf(world, service.address).changes.consumers.get({ name: "erp" });
    expect(cursor).toBe(ids[10]);
  });

  test("more errors of its cursor store than other calls retry", async () => {
    // The pauses are short then.
    vi.spyOn(Math, "random").mockReturnValue(0.01);
    const ids = await addRecords(4);
    let refusals = 0;
    proxy.evaluate(({ method }) =>
      method === "PUT" && refusals++ < 8 ? { kind: "refuse", status: 503, headers: { "retry-after": "0" } } : undefined,
    );
    const polled = weft.changes.poll({ consumer: "erp", limit: 2 });

    expect(await idsUntil(polled, 3)).toEqual(ids.slice(0, 3));
    expect((await weft.changes.consumers.get({ name: "erp" })).cursor).toBe(ids[1]);
    await polled.return();
  });

  test("the loss of its first response, and later changes are not missed", async () => {
    let isLost = false;
    proxy.evaluate(({ path }) => {
      const isHeld = path.includes("wait=1") && !isLost;
      isLost ||= isHeld;
      return isHeld ? { kind: "swallow-answer" } : undefined;
    });
    const polled = weft.changes.poll({ after: "now", waitSeconds: 1 });
    const first = polled.next();
    await waitUntil("the service holds the call", () => isLost);

    const [id] = await addRecords(1);

    expect((await first).value).toMatchObject({ id });
    await polled.return();
  });

  test("a Retry-After of an hour, until it is aborted", async () => {
    proxy.evaluate(() => ({ kind: "refuse", status: 503, headers: { "retry-after": "3600" } }));
    const aborting = new AbortController();
    const first = weft.changes.poll({ signal: aborting.signal }).next();
    await waitUntil("the request is sent", () => proxy.calls.length === 1);

    aborting.abort(new Error("Closing time."));

    await expect(first).rejects.toThrow("Closing time.");
    expect(proxy.calls).toHaveLength(1);
  });
});

test("an abort ends a held call with its reason", async () => {
  const aborting = new AbortController();
  const first = weft.changes.poll({ after: "now", signal: aborting.signal }).next();
  await waitUntil("the service holds the call", () => proxy.calls.length === 2);

  aborting.abort(new Error("Closing time."));

  await expect(first).rejects.toThrow("Closing time.");
});

test("a service that responds immediately without records is not polled without a pause", async () => {
  await addRecords(1);
  const begunOn = Date.now();
  const polled = weft.changes.poll({ waitSeconds: 0 });
  await polled.next();
  const second = polled.next();

  await waitUntil("three requests are sent", () => proxy.calls.length >= 3);

  expect(Date.now() - begunOn).toBeGreaterThan(900);
  await addRecords(1);
  await second;
  await polled.return();
});

test("without following, only the usual retries apply", async () => {
  const ids = await addRecords(4);
  const cursor = memoryCursor();

  proxy.next(away, undefined, away, undefined);
  const all = await collect(weft.changes.poll({ limit: 4, follow: false }));
  proxy.next(undefined, undefined, away, away);
  const cut = collect(weft.changes.poll({ cursor, limit: 2, follow: false, retries: 1 }));

  expect(idsOf(all)).toEqual(ids);
  await expect(cut).rejects.toMatchObject({ status: 0, code: "unreachable" });
  expect(await cursor.load()).toBe(ids[1]);
});

test("leaving the loop during an outage throws, because the cursor is not stored", async () => {
  const ids = await addRecords(3);
  const leave = async () => {
    for await (const { id } of weft.changes.poll({ consumer: "erp", retries: 0 })) {
      if (id === ids[1]) {
        proxy.evaluate(() => away);
        break;
      }
    }
  };

  await expect(leave()).rejects.toMatchObject({ code: "unreachable" });
});
