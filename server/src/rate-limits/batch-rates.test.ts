import { afterAll, beforeAll, expect, test } from "vitest";
import type { OrgRow } from "../access/org-store.ts";
import { buildKey, buildOrg } from "../testing/builders.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

let service: TestService;
let org: OrgRow;

beforeAll(async () => {
  service = await startTestService({ WEFT_RATE_LIMIT: "10" });
  org = await buildOrg(service);
});

afterAll(() => service.stop());

function operations(count: number): object {
  return {
    operations: Array.from({ length: count }, (_, number) => ({ op: "create", object: { name: `${number}` } })),
  };
}

async function left(headers: Record<string, string>): Promise<number> {
  const answer = await service.call("GET", "/whoami", { headers });
  return Number(/r=(\d+)/.exec(answer.headers.get("ratelimit") ?? "")?.[1]);
}

test("each operation of a batch costs a tenth of a call", async () => {
  const ratePerSecond = 50;
  const { headers } = await buildKey(service, org, { ratePerSecond });
  const startMs = performance.now();

  const written = await service.call("POST", "/items/batch", { headers, body: operations(900) });
  const afterwards = await left(headers);

  expect(written.status).toBe(200);
  // Of a burst of 100 the batch has used 90 and the query 1; tokens refilled since then do not count.
  const givenBack = ((performance.now() - startMs) / 1000) * ratePerSecond;
  expect(afterwards).toBeLessThanOrEqual(Math.min(99, 100 - 91 + givenBack));
});

test("a batch that costs more than is left is rejected and writes nothing", async () => {
  const { headers } = await buildKey(service, org, { ratePerSecond: 1 });
  await left(headers);

  const refused = await service.call("POST", "/colors/batch", { headers, body: operations(30) });
  const { body } = await service.call("GET", "/colors", { headers: (await buildKey(service, org)).headers });

  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).not.toBeNull();
  expect(body.results).toEqual([]);
});
