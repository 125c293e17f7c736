import { afterEach, expect, test } from "vitest";
import { waitUntil } from "../testing/wait-until.ts";
import { Dependencies } from "./dependencies.ts";
import { unavailable } from "./errors.ts";

let dependencies: Dependencies;

afterEach(() => dependencies.close());

/** A dependency whose probe passes while it works. */
function watchRedis() {
  const lines: { details: Record<string, unknown>; message: string }[] = [];
  const state = { works: true, probes: 0, reason: new Error("connect ECONNREFUSED") };
  dependencies = new Dependencies({
    warn: (details, message) => void lines.push({ details: { ...details }, message }),
  });
  const redis = dependencies.watch("redis", {
    probeEveryMs: 5,
    async probe() {
      state.probes += 1;
      if (!state.works) throw state.reason;
    },
  });
  return { redis, state, lines };
}

test("an outage has one line at its start and one at its end, with its duration", async () => {
  const { redis, state, lines } = watchRedis();

  state.works = false;
  redis.fail(new Error("connect ECONNREFUSED"));
  await waitUntil("it is down", () => !redis.isUp);
  redis.fail(new Error("connect ECONNREFUSED"));
  await waitUntil("it was probed again", () => state.probes > 3);
  state.works = true;
  await waitUntil("it is up", () => redis.isUp);

  expect(lines).toEqual([
    {
      details: { dependency: "redis", reason: "connect ECONNREFUSED" },
      message: "redis is unavailable: this node counts rate limits on its own",
    },
    { details: { dependency: "redis", downSeconds: expect.any(Number) }, message: "redis is available again" },
  ]);
  expect(redis.failures).toBe(2);
});

test("a failed call whose probe passes is counted, and is not an outage", async () => {
  const { redis, state, lines } = watchRedis();

  redis.fail(new Error("one lost connection"));
  await waitUntil("it was probed", () => state.probes === 1);

  expect(redis.isUp).toBe(true);
  expect(redis.failures).toBe(1);
  expect(lines).toEqual([]);
});

test("the log has the reason that the dependency gave, and the outage the public one", async () => {
  const { redis, state, lines } = watchRedis();
  const problem = unavailable("It does not respond.", { cause: new Error("no space left on device") });

  state.works = false;
  state.reason = problem;
  redis.fail(new Error("an earlier failure"));
  await waitUntil("it is down", () => !redis.isUp);

  expect(lines[0]?.details).toMatchObject({ reason: "no space left on device" });
  expect(redis.outage).toBe(problem);
});
