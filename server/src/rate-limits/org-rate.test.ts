import { afterAll, beforeAll, expect, test } from "vitest";
import { problem } from "../access/testing/problem.ts";
import { buildKey, buildOrg, buildUser } from "../testing/builders.ts";
import { startTestService, type TestAnswer, type TestService } from "../testing/test-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ WEFT_RATE_LIMIT: "100", WEFT_ORG_RATE_LIMIT: "1" });
});

afterAll(() => service.stop());

const whoami = (headers: Readonly<Record<string, string>>) => service.call("GET", "/whoami", { headers });

test("keys of one org share its rate, so more keys do not allow more calls; another org has its own", async () => {
  const org = await buildOrg(service);
  const user = await buildUser(service, org, { role: "viewer" });
  const keys = await Promise.all([1, 2, 3, 4, 5, 6].map(() => buildKey(service, org, { user })));
  const stranger = await buildKey(service, await buildOrg(service));

  const startMs = performance.now();
  const answers: TestAnswer[] = await Promise.all(keys.map(({ headers }) => whoami(headers)));
  const seconds = (performance.now() - startMs) / 1000;
  const elsewhere = await whoami(stranger.headers);

  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(Math.max(1, 4 - Math.ceil(seconds)));
  expect(refused[0]).toMatchObject(problem("rate-limited", { "violated-policies": ["org"] }));
  expect(refused[0]?.headers.get("ratelimit-policy")).toBe('"org";q=2;w=2');
  expect(refused[0]?.headers.get("ratelimit")).toMatch(/^"org";r=0;t=[12]$/);
  expect(refused[0]?.headers.get("retry-after")).toMatch(/^[12]$/);
  expect(elsewhere.status).toBe(200);
  expect(elsewhere.body.rate).toEqual({ requestsPerSecond: 100, burst: 200 });
});
