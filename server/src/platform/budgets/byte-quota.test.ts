import { expect, test } from "vitest";
import { Budget, MemoryShortError } from "./budget.ts";
import { ByteQuota } from "./byte-quota.ts";

const mib = 1_048_576;

function buildQuota(waitMsMax = 10_000): ByteQuota {
  return new ByteQuota({ bytesMax: 8 * mib, waitMsMax, purpose: "tests" });
}

test("a tenant holds at most half, and the other half is available to others", () => {
  const quota = buildQuota();

  expect(quota.tryTake("a", 4 * mib)).toBe(true);
  expect(quota.tryTake("a", 1)).toBe(false);
  expect(quota.tryTake("b", 4 * mib)).toBe(true);
});

test("waiting tenants are served in turn, each in its own order", async () => {
  const quota = buildQuota();
  await quota.take("a", 4 * mib);
  await quota.take("b", 4 * mib);
  const served: string[] = [];
  const waiting = [
    ["c", "c1"],
    ["c", "c2"],
    ["d", "d1"],
  ].map(async ([tenant = "", name = ""]) => {
    await quota.take(tenant, 4 * mib);
    served.push(name);
    quota.give(tenant, 4 * mib);
  });

  quota.give("a", 4 * mib);
  await Promise.all(waiting);

  expect(served).toEqual(["c1", "d1", "c2"]);
});

test("a call that waits too long, or whose client has disconnected, is rejected and leaves the queue", async () => {
  const quota = buildQuota(20);
  await quota.take("a", 4 * mib);
  const gone = new AbortController();
  const left = expect(quota.take("a", mib, gone.signal)).rejects.toMatchObject({ code: "unavailable" });

  gone.abort();
  await left;
  await expect(quota.take("a", mib)).rejects.toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  quota.give("a", 4 * mib);

  expect(quota.held).toBe(0);
  expect(quota.tryTake("a", mib)).toBe(true);
});

test("a budget keeps the first row of any size, ends after its limit and releases what it held", () => {
  const quota = buildQuota();
  const budget = new Budget({ bytesMax: 2 * mib, quota, tenant: "a" });

  expect(budget.spend(3 * mib)).toBe("fits");
  expect(budget.spend(1)).toBe("full");
  expect(quota.held).toBe(2 * mib);
  budget.close();

  expect(quota.held).toBe(0);
});

test("a read without memory waits without holding any, and reads again", async () => {
  const quota = buildQuota();
  const first = new Budget({ bytesMax: 4 * mib, quota, tenant: "a" });
  const second = new Budget({ bytesMax: 4 * mib, quota, tenant: "a" });
  first.spend(3 * mib);
  let attempts = 0;

  const reading = second.read(async () => {
    attempts += 1;
    if (second.spend(2 * mib) === "wait") throw new MemoryShortError();
    return "read";
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(quota.held).toBe(3 * mib);
  first.close();

  expect(await reading).toBe("read");
  expect(attempts).toBe(2);
  second.close();
  expect(quota.held).toBe(0);
});
