import { expect, test } from "vitest";
import { parseConfig } from "../config/config.ts";
import { startSocketServer } from "../platform/outbound/testing/local-server.ts";
import { checkRedis } from "./check-redis.ts";
import { runCheck } from "./finding.ts";

test("without Redis the check is skipped", async () => {
  expect(await runCheck(checkRedis(parseConfig({})), 1_000)).toMatchObject([{ name: "redis", verdict: "skipped" }]);
});

test("an unreachable Redis is a fault, reported without its password", async () => {
  const config = parseConfig({ REDIS_URL: "redis://weft:hush-hush@127.0.0.1:1/0" });

  const findings = await runCheck(checkRedis(config), 5_000);

  expect(findings).toMatchObject([{ verdict: "fault", detail: expect.stringContaining("ECONNREFUSED") }]);
  expect(findings[0]?.detail).toContain("redis://weft:***@127.0.0.1:1/0");
});

test("a Redis that does not respond times out", async () => {
  const port = await startSocketServer(() => {});

  const findings = await runCheck(checkRedis(parseConfig({ REDIS_URL: `redis://127.0.0.1:${port}` })), 300);

  expect(findings).toMatchObject([{ verdict: "fault", detail: "No response within 0.3 s." }]);
});
