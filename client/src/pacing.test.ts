import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { MemoryLimiter, rateLimitHeaders, ratePolicy, rateSubject } from "../../server/src/rate-limits/rate-limiter.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import type { ReceivedResponse, RetriedRequest, SentRequest } from "./hooks.ts";
import { Weft } from "./weft.ts";

type Answer = (path: string) => Promise<Reply> | Reply;

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const servers: Server[] = [];

afterEach(() => {
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A service that answers every request with this status and these headers. */
async function serve(answer: Answer, port = 0): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    const { status, headers = {} } = await answer(incoming.url ?? "");
    const body = status === 200 ? "{}" : JSON.stringify({ status, code: "rate-limited", detail: "Too many requests." });
    outgoing.writeHead(status, headers).end(body);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  servers.push(server);
  return `http://127.0.0.1:${portOf(server.address())}/api`;
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Limits requests as the service does, and counts those that it rejects. */
function limited(ratePerSecond: number): { answer: Answer; rejected: () => number } {
  const limiter = new MemoryLimiter();
  const policy = ratePolicy("key", ratePerSecond);
  let rejected = 0;
  const answer = () => {
    const verdict = limiter.take(rateSubject("org", "key"), policy, 1);
    const headers = { ...rateLimitHeaders(policy, verdict) };
    if (verdict.allowed) return { status: 200, headers };
    rejected += 1;
    return { status: 429, headers: { ...headers, "retry-after": String(verdict.retryAfterSeconds) } };
  };
  return { answer, rejected: () => rejected };
}

test("1,500 calls at once all succeed, at the rate of the RateLimit headers", async () => {
  const { answer, rejected } = limited(500);
  const weft = new Weft({ baseUrl: await serve(answer) });

  const outcomes = await Promise.allSettled(Array.from({ length: 1_500 }, () => weft.call("whoami")));

  expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
  expect(rejected()).toBeLessThan(15);
});

test("a key with a low rate is not flooded before its rate is known", async () => {
  const { answer, rejected } = limited(20);
  const weft = new Weft({ baseUrl: await serve(answer) });

  await Promise.all(Array.from({ length: 80 }, () => weft.call("whoami")));

  expect(rejected()).toBeLessThan(5);
});

test("maxConcurrency limits the requests at once, except those that the service holds", async () => {
  const held: (() => void)[] = [];
  const running: (() => void)[] = [];
  const baseUrl = await serve(async (path) => {
    const requests = path.includes("wait=") ? held : running;
    await new Promise<void>((resolve) => requests.push(resolve));
    return { status: 200 };
  });
  const weft = new Weft({ baseUrl, maxConcurrency: 3 });

  const polls = Array.from({ length: 5 }, () => weft.call("list-changes", { query: { wait: 20 } }));
  await waitUntil("all polls are held", () => held.length === 5);
  const calls = Array.from({ length: 6 }, () => weft.call("whoami"));
  await waitUntil("three calls are made", () => running.length === 3);
  for (const release of held) release();
  await Promise.all(polls);

  expect(running).toHaveLength(3);
  for (const release of running.splice(0)) release();
  await waitUntil("the others are made", () => running.length === 3);
  for (const release of running) release();
  await Promise.all(calls);
});

test("a call that waits for its turn can be aborted, and others continue", async () => {
  const held: (() => void)[] = [];
  const baseUrl = await serve(async () => {
    await new Promise<void>((resolve) => held.push(resolve));
    return { status: 200 };
  });
  const weft = new Weft({ baseUrl, maxConcurrency: 1 });
  const controller = new AbortController();

  const first = weft.call("whoami");
  const second = weft.call("whoami", {}, { signal: controller.signal });
  const third = weft.call("whoami");
  await waitUntil("the first call is made", () => held.length === 1);
  controller.abort(new Error("enough"));

  await expect(second).rejects.toThrow("enough");
  held.shift()?.();
  await waitUntil("the third call is made", () => held.length === 1);
  held.shift()?.();
  await Promise.all([first, third]);
});

test("a Retry-After beyond the deadline fails at once, and says why", async () => {
  const weft = new Weft({ baseUrl: await serve(() => ({ status: 429, headers: { "retry-after": "60" } })) });
  const begunOn = Date.now();

  const error = await weft.call("whoami", {}, { deadlineMs: 20_000 }).catch((one) => one);

  expect(error).toMatchObject({ name: "ApiError", status: 429, code: "rate-limited" });
  expect(error.message).toMatch(
    /^Too many requests\. The next attempt, in [\d.]+ s, would be after the deadline of 20000 ms\.$/,
  );
  expect(Date.now() - begunOn).toBeLessThan(20_000);
});

test("the deadline ends a slow attempt and a wait for other calls", async () => {
  const baseUrl = await serve(() => new Promise(() => {}));
  const weft = new Weft({ baseUrl, maxConcurrency: 1, deadlineMs: 200 });

  const calls = [weft.call("whoami"), weft.call("whoami", {}, { deadlineMs: 100 })].map((call) => call.catch(String));

  expect(await Promise.all(calls)).toEqual([
    expect.stringContaining(`${baseUrl} did not respond within the deadline of 200 ms.`),
    expect.stringContaining("The call was not sent within the deadline of 100 ms"),
  ]);
});

test("a refused connection is retried for as long as a restart takes", async () => {
  const baseUrl = await serve(() => ({ status: 200 }));
  const port = Number(new URL(baseUrl).port);
  servers.pop()?.close();
  const retries: RetriedRequest[] = [];
  const onRetry = (retry: RetriedRequest) => {
    retries.push(retry);
    if (retries.length === 3) void serve(() => ({ status: 200 }), port);
  };

  await new Weft({ baseUrl, onRetry }).call("whoami");

  expect(retries.map(({ attempt, method, path }) => [attempt, method, path])).toEqual(
    [1, 2, 3].map((attempt) => [attempt, "GET", "/whoami"]),
  );
  expect(retries[0]?.error).toMatchObject({ code: "unreachable" });
  expect(retries.reduce((sum, { delayMs }) => sum + delayMs, 0)).toBeGreaterThanOrEqual(2_000);
});

test("hooks are called with every request and response", async () => {
  const seen: (SentRequest | ReceivedResponse)[] = [];
  const replies: Reply[] = [
    { status: 503, headers: { "retry-after": "0", "x-request-id": "r1" } },
    { status: 200, headers: { "x-request-id": "r2" } },
  ];
  const baseUrl = await serve(() => replies.shift() ?? { status: 500 });
  const note = (one: SentRequest | ReceivedResponse) => void seen.push(one);

  await new Weft({ baseUrl, onRequest: note, onResponse: note }).call("list-items", { query: { limit: 1 } });

  const sent = { method: "GET", path: "/items?limit=1" };
  const durationMs = expect.any(Number);
  expect(seen).toEqual([
    sent,
    { ...sent, status: 503, requestId: "r1", durationMs },
    sent,
    { ...sent, status: 200, requestId: "r2", durationMs },
  ]);
});
