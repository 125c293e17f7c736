import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startTestService, type TestService } from "../../server/src/testing/test-service.ts";
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
    ["is half of 200 ms at first, by even odds", { status: 503 }, 100],
    ["doubles", { status: 503, retry: 3 }, 800],
    ["does not grow beyond 20 s", { status: 503, retry: 60 }, 10_000],
    ["is what the service asks for, in seconds, and up to as much again", { status: 429, retryAfter: "7" }, 10_500],
    ["is what the service asks for, in parts of one", { status: 429, retryAfter: "0.5" }, 750],
    ["spreads more and more calls that come too many at once", { status: 429, retryAfter: "1", retry: 3 }, 5_000],
    ["is what the service asks for, as a date", { status: 503, retryAfter: inAMinute }, 70_000],
    ["goes by the clock that the date is from", { status: 503, retryAfter: aMinuteLater, date: yesterday }, 70_000],
    ["is the usual one when the date has passed", { status: 503, retryAfter: yesterday }, 100],
    ["is the usual one, and grows, when the service asks for none", { status: 503, retryAfter: "0", retry: 3 }, 800],
    ["is the usual one when what is asked for cannot be read", { status: 429, retryAfter: "soon" }, 100],
    ["is no matter when the service asks for too much", { status: 429, retryAfter: "301" }, undefined],
    ["is the usual one when no answer came", { status: 0 }, 100],
    ["is the usual one behind a gateway that found nobody", { status: 502 }, 100],
    ["is that of a conflict that will pass", { status: 409, retryAfter: "1" }, 1_500],
    ["is no matter in any other conflict", { status: 409 }, undefined],
    ["is no matter when the request is wrong", { status: 400, retryAfter: "1" }, undefined],
    ["is no matter when the service has failed", { status: 500 }, undefined],
  ])("%s", (_name, { retry = 0, ...failure }, delayMs) => {
    expect(delayAfter(errorOf(failure), retry, true)).toBe(delayMs);
  });

  test.each([
    [429, 100],
    [503, 100],
    [0, undefined],
    [502, undefined],
    [504, undefined],
  ])("after %i of a call that must not be made twice is %j", (status, delayMs) => {
    expect(delayAfter(errorOf({ status }), 0, false)).toBe(delayMs);
  });

  test("is none after what is no answer of a service", () => {
    expect(delayAfter(new TypeError("a fault of the program"), 0, true)).toBeUndefined();
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

describe("calls through a network that fails", () => {
  let service: TestService;
  let proxy: FailingProxy;
  let weft: Weft;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  beforeEach(async () => {
    proxy = await startFailingProxy(service.address);
    weft = new Weft({ ...service.first, baseUrl: proxy.baseUrl });
    // The pauses are short then.
    vi.spyOn(Math, "random").mockReturnValue(0.01);
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    await proxy.close();
  });

  const soon = { "retry-after": "0" };

  test("429, 503 and lost connections are waited out", async () => {
    proxy.next(
      { kind: "refuse", status: 429, headers: soon },
      { kind: "refuse", status: 503, headers: { "retry-after": new Date(0).toUTCString() } },
      { kind: "cut-connection" },
      { kind: "cut-answer", afterBytes: 20 },
    );

    expect((await weft.call("whoami")).org.slug).toBe(service.first.orgSlug);
    expect(proxy.calls).toHaveLength(5);
  });

  test("the fifth failure is the last", async () => {
    proxy.evaluate(() => ({ kind: "refuse", status: 503, headers: soon }));

    await expect(weft.call("whoami")).rejects.toMatchObject({ status: 503, code: "foreign-answer" });
    expect(proxy.calls).toHaveLength(5);
  });

  test("a session and a call may say how often", async () => {
    const impatient = new Weft({ ...service.first, baseUrl: proxy.baseUrl, retries: 0 });
    proxy.evaluate(() => ({ kind: "refuse", status: 503, headers: soon }));

    await expect(impatient.call("whoami")).rejects.toBeInstanceOf(ApiError);
    expect(proxy.calls).toHaveLength(1);
    await expect(impatient.call("whoami", {}, { retries: 2 })).rejects.toBeInstanceOf(ApiError);
    expect(proxy.calls).toHaveLength(4);
  });

  test("what creates something is made again after a lost answer, and creates it once", async () => {
    proxy.next({ kind: "swallow-answer" });

    const item = await weft.entities.create({ entityName: "item", object: { name: "Once" } });

    const { results } = await weft.entities.list({ entityName: "item", criteria: { name: "Once" } });
    expect(results.map(({ id }) => id)).toEqual([item.id]);
    const [first, second] = proxy.calls.map(({ headers }) => headers["idempotency-key"]);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
  });

  test("the key may be the caller's own, and then holds from call to call", async () => {
    const call = () => weft.entities.create({ entityName: "item", object: { name: "Own" }, idempotencyKey: "own-1" });

    expect((await call()).id).toBe((await call()).id);
  });

  test("a POST without a key is not made again when its answer is lost", async () => {
    proxy.next({ kind: "swallow-answer" });

    await expect(weft.entities.create({ entityName: "app", object: { name: "Shop" } })).rejects.toMatchObject({
      status: 0,
      code: "unreachable",
    });

    expect(proxy.calls).toHaveLength(1);
    expect((await weft.entities.list({ entityName: "app", criteria: { name: "Shop" } })).results).toHaveLength(1);
  });

  test("a change of a certain version is not made again when its answer is lost, any other is", async () => {
    const { id } = await weft.entities.create({ entityName: "item", object: { name: "Before" } });
    proxy.next({ kind: "swallow-answer" }, { kind: "swallow-answer" });

    const certain = weft.entities.update({ entityName: "item", id, body: { name: "After" }, ifMatch: 1 });
    await expect(certain).rejects.toMatchObject({ code: "unreachable" });
    const any = await weft.entities.update({ entityName: "item", id, body: { name: "Later" } });

    expect(any).toMatchObject({ name: "Later" });
  });

  test("what was deleted although the answer got lost is no error; what was never there is one", async () => {
    const { id } = await weft.entities.create({ entityName: "item", object: { name: "Gone" } });
    proxy.next({ kind: "swallow-answer" });

    await expect(weft.entities.delete({ entityName: "item", id })).resolves.toBeUndefined();
    await expect(weft.entities.get({ entityName: "item", id })).rejects.toMatchObject({ status: 404 });
    await expect(weft.entities.delete({ entityName: "item", id })).rejects.toMatchObject({ status: 404 });
  });

  test("a service that is not there is told with its address", async () => {
    await proxy.close();
    const nobody = new Weft({ ...service.first, baseUrl: proxy.baseUrl, retries: 0 });

    const error = await nobody.call("whoami").catch((one) => one);

    expect(error).toMatchObject({ name: "ApiError", status: 0, code: "unreachable", requestId: "" });
    expect(error.message).toContain(`${proxy.baseUrl} cannot be reached (ECONNREFUSED)`);
    expect(error.cause).toBeInstanceOf(Error);
    proxy = await startFailingProxy(service.address);
  });

  test("an answer that takes too long, also to its last byte, is a time-out", async () => {
    proxy.evaluate(() => ({ kind: "silence", afterBytes: 10 }));

    const error = await weft.call("whoami", {}, { timeoutMs: 100, retries: 1 }).catch((one) => one);

    expect(error).toMatchObject({ name: "ApiError", status: 0, code: "timed-out" });
    expect(proxy.calls).toHaveLength(2);
  });

  test.each([0, Number.POSITIVE_INFINITY, 2 ** 40])("a time-out of %d ms never comes", async (timeoutMs) => {
    expect((await weft.call("whoami", {}, { timeoutMs, retries: 0 })).org.slug).toBe(service.first.orgSlug);
  });

  test("a key that no header can carry is a fault of the program, and nothing is sent", async () => {
    const call = weft.entities.create({ entityName: "item", object: { name: "A" }, idempotencyKey: "\u8ba2\u5355-1" });

    await expect(call).rejects.toBeInstanceOf(TypeError);
    expect(proxy.calls).toHaveLength(0);
  });

  test.each(["list-item", "toString"])("%s is said to be no operation", async (id) => {
    // As a program in JavaScript would.
    const call = Reflect.apply(weft.call, weft, [id]);

    await expect(call).rejects.toThrow(`There is no operation ${id}.`);
  });

  test("an abort ends a call that waits for its answer, with the signal's reason", async () => {
    proxy.evaluate(() => ({ kind: "silence", afterBytes: 0 }));
    const controller = new AbortController();

    const call = weft.call("whoami", {}, { signal: controller.signal });
    await waitUntil("the call is made", () => proxy.calls.length > 0);
    controller.abort(new Error("enough"));

    await expect(call).rejects.toThrow("enough");
  });

  test("an abort ends the waiting between attempts, and there is no further one", async () => {
    proxy.evaluate(() => ({ kind: "refuse", status: 503, headers: { "retry-after": "60" } }));
    const controller = new AbortController();

    const call = weft.call("whoami", {}, { signal: controller.signal });
    await waitUntil("the first attempt is made", () => proxy.calls.length > 0);
    controller.abort(new Error("enough"));

    await expect(call).rejects.toThrow("enough");
    expect(proxy.calls).toHaveLength(1);
  });

  test("a call whose signal is aborted already is not made", async () => {
    const signal = AbortSignal.abort(new Error("too late"));

    await expect(weft.call("whoami", {}, { signal })).rejects.toThrow("too late");
    expect(proxy.calls).toHaveLength(0);
  });

  test("nobody follows a redirect with the credentials", async () => {
    const elsewhere = await startFailingProxy(service.address);
    proxy.evaluate(() => ({ kind: "refuse", status: 307, headers: { location: `${elsewhere.baseUrl}/whoami` } }));

    const error = await weft.call("whoami").catch((one) => one);
    await elsewhere.close();

    expect(error).toMatchObject({ status: 307, code: "foreign-answer" });
    expect(error.message).toContain(`leads elsewhere (${elsewhere.baseUrl}/whoami)`);
    expect(elsewhere.calls).toHaveLength(0);
  });

  test.each([
    ["a page of success", 200, "<html>Welcome</html>"],
    ["nothing, as a success", 200, ""],
    ["a page of failure", 404, "<html>Not here</html>"],
    ["JSON that is no problem", 404, "[]"],
  ])("%s is told to be somebody else's", async (_name, status, body) => {
    proxy.evaluate(() => ({ kind: "refuse", status, body }));

    const error = await weft.call("whoami").catch((one) => one);

    expect(error).toMatchObject({ name: "ApiError", status, code: "foreign-answer" });
    expect(error.message).toContain("ends in /api");
  });
});
