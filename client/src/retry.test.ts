import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { shareTestService, type TestService } from "../../server/src/testing/test-service.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { ApiError } from "./api-error.ts";
import { delayAfter } from "./retry.ts";
import { type FailingProxy, startFailingProxy } from "./testing/failing-proxy.ts";
import { Weft } from "./weft.ts";

describe("the delay before the next attempt", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date("2026-01-01T00:00:00.000Z") });
    vi.spyOn(Math, "random").mockReturnValue(0.5);
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const inAMinute = "Thu, 01 Jan 2026 00:01:00 GMT";
  const yesterday = "Wed, 31 Dec 2025 00:00:00 GMT";
  const aMinuteLater = "Wed, 31 Dec 2025 00:01:00 GMT";
  test.each<[string, Failure & { retry?: number }, number | undefined]>([
    ["is 200 ms at first, halved by the random factor", { status: 503 }, 100],
    ["doubles", { status: 503, retry: 3 }, 800],
    ["is at most 20 s", { status: 503, retry: 60 }, 10_000],
    ["is Retry-After in seconds, up to twice as long", { status: 429, retryAfter: "7" }, 10_500],
    ["is Retry-After in fractions of a second", { status: 429, retryAfter: "0.5" }, 750],
    ["spreads concurrent calls more and more", { status: 429, retryAfter: "1", retry: 3 }, 5_000],
    ["is Retry-After as a date", { status: 503, retryAfter: inAMinute }, 70_000],
    ["uses the clock of the responder", { status: 503, retryAfter: aMinuteLater, date: yesterday }, 70_000],
    ["is the default if the date has passed", { status: 503, retryAfter: yesterday }, 100],
    ["is the default, and grows, without Retry-After", { status: 503, retryAfter: "0", retry: 3 }, 800],
    ["is the default if Retry-After is invalid", { status: 429, retryAfter: "soon" }, 100],
    ["is undefined if Retry-After is too long", { status: 429, retryAfter: "301" }, undefined],
    ["is the default without a response", { status: 0 }, 100],
    ["is the default after a gateway error", { status: 502 }, 100],
    ["is defined for a temporary conflict", { status: 409, retryAfter: "1" }, 1_500],
    ["is undefined for any other conflict", { status: 409 }, undefined],
    ["is undefined for an invalid request", { status: 400, retryAfter: "1" }, undefined],
    ["is undefined for an error of the service", { status: 500 }, undefined],
  ])("%s", (_name, { retry = 0, ...failure }, delayMs) => {
    expect(delayAfter(errorOf(failure), retry, true)).toBe(delayMs);
  });

  test.each([
    [429, 100],
    [503, 100],
    [0, undefined],
    [502, undefined],
    [504, undefined],
  ])("after %i of a call that must not be repeated is %j", (status, delayMs) => {
    expect(delayAfter(errorOf({ status }), 0, false)).toBe(delayMs);
  });

  test("is undefined for other errors", () => {
    expect(delayAfter(new TypeError("a programming error"), 0, true)).toBeUndefined();
  });
});

interface Failure {
  readonly status: number;
  readonly retryAfter?: string;
  readonly date?: string;
}

function errorOf({ status, retryAfter, date }: Failure): ApiError {
  const headers = new Headers({
    ...(retryAfter === undefined ? {} : { "retry-after": retryAfter }),
    ...(date === undefined ? {} : { date }),
  });
  const problem = { type: "", title: "", status, detail: "", instance: "", code: "x", requestId: "" };
  return new ApiError(problem, { headers });
}

describe("calls through an unreliable network", () => {
  let service: TestService;
  let proxy: FailingProxy;
  let weft: Weft;

  beforeAll(async () => {
    service = await shareTestService();
  });

  afterAll(() => service.stop());

  beforeEach(async () => {
    proxy = await startFailingProxy(service.address);
    weft = new Weft({ ...service.first, baseUrl: proxy.baseUrl });
    // With short delays.
    vi.spyOn(Math, "random").mockReturnValue(0.01);
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    await proxy.close();
  });

  const soon = { "retry-after": "0" };

  test("429, 503 and lost connections are retried", async () => {
    proxy.next(
      { kind: "cut-connection" },
      { kind: "cut-answer", afterBytes: 20 },
      { kind: "refuse", status: 429, headers: soon },
      { kind: "refuse", status: 503, headers: { "retry-after": new Date(0).toUTCString() } },
    );

    expect((await weft.call("whoami")).org.slug).toBe(service.first.orgSlug);
    expect(proxy.calls).toHaveLength(5);
  });

  test("the fifth failure is final", async () => {
    proxy.evaluate(() => ({ kind: "refuse", status: 503, headers: soon }));

    await expect(weft.call("whoami")).rejects.toMatchObject({ status: 503, code: "foreign-answer" });
    expect(proxy.calls).toHaveLength(5);
  });

  test("a session and a call can set the retries", async () => {
    const withoutRetries = new Weft({ ...service.first, baseUrl: proxy.baseUrl, retries: 0 });
    proxy.evaluate(() => ({ kind: "refuse", status: 503, headers: soon }));

    await expect(withoutRetries.call("whoami")).rejects.toBeInstanceOf(ApiError);
    expect(proxy.calls).toHaveLength(1);
    await expect(withoutRetries.call("whoami", {}, { retries: 2 })).rejects.toBeInstanceOf(ApiError);
    expect(proxy.calls).toHaveLength(4);
  });

  test("a create is retried after a lost response, and creates once", async () => {
    proxy.next({ kind: "swallow-answer" });

    const item = await weft.entities.create({ entityName: "item", object: { name: "Once" } });

    const { results } = await weft.entities.list({ entityName: "item", criteria: { name: "Once" } });
    expect(results.map(({ id }) => id)).toEqual([item.id]);
    const [first, second] = proxy.calls.map(({ headers }) => headers["idempotency-key"]);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
  });

  test("a custom idempotency key applies across calls", async () => {
    const call = () => weft.entities.create({ entityName: "item", object: { name: "Own" }, idempotencyKey: "own-1" });

    expect((await call()).id).toBe((await call()).id);
  });

  test("a POST without a key is not retried after a lost response", async () => {
    proxy.next({ kind: "swallow-answer" });

    await expect(weft.entities.create({ entityName: "app", object: { name: "Shop" } })).rejects.toMatchObject({
      status: 0,
      code: "unreachable",
    });

    expect(proxy.calls).toHaveLength(1);
    expect((await weft.entities.list({ entityName: "app", criteria: { name: "Shop" } })).results).toHaveLength(1);
  });

  test("an update with ifMatch is not retried after a lost response, any other is", async () => {
    const { id } = await weft.entities.create({ entityName: "item", object: { name: "Before" } });
    proxy.next({ kind: "swallow-answer" }, { kind: "swallow-answer" });

    const certain = weft.entities.update({ entityName: "item", id, body: { name: "After" }, ifMatch: 1 });
    await expect(certain).rejects.toMatchObject({ code: "unreachable" });
    const any = await weft.entities.update({ entityName: "item", id, body: { name: "Later" } });

    expect(any).toMatchObject({ name: "Later" });
  });

  test("a delete with a lost response is not an error; a delete of a missing entity is", async () => {
    const { id } = await weft.entities.create({ entityName: "item", object: { name: "Gone" } });
    proxy.next({ kind: "swallow-answer" });

    await expect(weft.entities.delete({ entityName: "item", id })).resolves.toBeUndefined();
    await expect(weft.entities.get({ entityName: "item", id })).rejects.toMatchObject({ status: 404 });
    await expect(weft.entities.delete({ entityName: "item", id })).rejects.toMatchObject({ status: 404 });
  });

  test("an unreachable service is reported with its URL", async () => {
    await proxy.close();
    const nobody = new Weft({ ...service.first, baseUrl: proxy.baseUrl, retries: 0 });

    const error = await nobody.call("whoami").catch((one) => one);

    expect(error).toMatchObject({ name: "ApiError", status: 0, code: "unreachable", requestId: "" });
    expect(error.message).toContain(`${proxy.baseUrl} cannot be reached (ECONNREFUSED)`);
    expect(error.cause).toBeInstanceOf(Error);
    proxy = await startFailingProxy(service.address);
  });

  test("a response that takes too long, also to its last byte, times out", async () => {
    proxy.evaluate(() => ({ kind: "silence", afterBytes: 10 }));

    const error = await weft.call("whoami", {}, { timeoutMs: 500, retries: 1 }).catch((one) => one);

    expect(error).toMatchObject({ name: "ApiError", status: 0, code: "timed-out" });
    expect(proxy.calls).toHaveLength(2);
  });

  test.each([0, Number.POSITIVE_INFINITY, 2 ** 40])("a timeout of %d ms never fires", async (timeoutMs) => {
    expect((await weft.call("whoami", {}, { timeoutMs, retries: 0 })).org.slug).toBe(service.first.orgSlug);
  });

  test("an invalid header value is a programming error, and nothing is sent", async () => {
    const call = weft.entities.create({ entityName: "item", object: { name: "A" }, idempotencyKey: "\u8ba2\u5355-1" });

    await expect(call).rejects.toBeInstanceOf(TypeError);
    expect(proxy.calls).toHaveLength(0);
  });

  test.each([
    ["list-item", "Did you mean list-items?"],
    ["request-event-workflow", "Did you mean request-event-workflows?"],
    ["toString", "Ids are listed in the API reference, such as list-items."],
  ])("%s is not an operation", async (id, hint) => {
    // Possible in a JavaScript program.
    const call = Reflect.apply(weft.call, weft, [id]);

    await expect(call).rejects.toThrow(`Unknown operation ${id}. ${hint}`);
  });

  test("an abort ends a call that waits for its response, with the signal's reason", async () => {
    proxy.evaluate(() => ({ kind: "silence", afterBytes: 0 }));
    const controller = new AbortController();

    const call = weft.call("whoami", {}, { signal: controller.signal });
    await waitUntil("the call is made", () => proxy.calls.length > 0);
    controller.abort(new Error("enough"));

    await expect(call).rejects.toThrow("enough");
  });

  test("an abort ends the wait between attempts, without another one", async () => {
    proxy.evaluate(() => ({ kind: "refuse", status: 503, headers: { "retry-after": "60" } }));
    const controller = new AbortController();

    const call = weft.call("whoami", {}, { signal: controller.signal });
    await waitUntil("the first attempt is made", () => proxy.calls.length > 0);
    controller.abort(new Error("enough"));

    await expect(call).rejects.toThrow("enough");
    expect(proxy.calls).toHaveLength(1);
  });

  test("a call with an aborted signal is not made", async () => {
    const signal = AbortSignal.abort(new Error("too late"));

    await expect(weft.call("whoami", {}, { signal })).rejects.toThrow("too late");
    expect(proxy.calls).toHaveLength(0);
  });

  test("credentials are never sent to a redirect target", async () => {
    const elsewhere = await startFailingProxy(service.address);
    proxy.evaluate(() => ({ kind: "refuse", status: 307, headers: { location: `${elsewhere.baseUrl}/whoami` } }));

    const error = await weft.call("whoami").catch((one) => one);
    await elsewhere.close();

    expect(error).toMatchObject({ status: 307, code: "foreign-answer" });
    expect(error.message).toContain(`redirects elsewhere (${elsewhere.baseUrl}/whoami)`);
    expect(elsewhere.calls).toHaveLength(0);
  });

  test.each([
    ["a success page", 200, "<html>Welcome</html>"],
    ["an empty success", 200, ""],
    ["an error page", 404, "<html>Not here</html>"],
    ["JSON that is not a problem", 404, "[]"],
  ])("%s is reported as a foreign response", async (_name, status, body) => {
    proxy.evaluate(() => ({ kind: "refuse", status, body }));

    const error = await weft.call("whoami").catch((one) => one);

    expect(error).toMatchObject({ name: "ApiError", status, code: "foreign-answer" });
    expect(error.message).toContain("ends in /api");
  });
});
