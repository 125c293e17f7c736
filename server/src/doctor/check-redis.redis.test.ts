import { Redis } from "ioredis";
import { expect, inject, test } from "vitest";
import { parseConfig } from "../config/config.ts";
import { checkRedis } from "./check-redis.ts";
import { runCheck } from "./finding.ts";

const redisUrl = inject("redisUrl");

test("a working Redis is reported", async () => {
  const findings = await runCheck(checkRedis(parseConfig({ REDIS_URL: redisUrl })), 5_000);

  expect(findings).toMatchObject([
    { name: "redis", verdict: "ok", detail: expect.stringContaining(`${redisUrl} responds`) },
  ]);
});

test("a user who may not run scripts is a fault", async () => {
  const redis = new Redis(redisUrl);
  await redis.call("ACL", "SETUSER", "doctor", "on", ">hush-hush", "+@all", "-@scripting", "~*");
  const url = redisUrl.replace("redis://", "redis://doctor:hush-hush@");

  const findings = await runCheck(checkRedis(parseConfig({ REDIS_URL: url })), 5_000);

  await redis.call("ACL", "DELUSER", "doctor");
  redis.disconnect();
  expect(findings).toMatchObject([{ verdict: "fault", detail: expect.stringContaining("NOPERM") }]);
  expect(findings[0]?.detail).not.toContain("hush-hush");
});

test("a rejected password is a fault, with its reason", async () => {
  const url = redisUrl.replace("redis://", "redis://nobody:hush-hush@");

  const findings = await runCheck(checkRedis(parseConfig({ REDIS_URL: url })), 5_000);

  expect(findings).toMatchObject([{ verdict: "fault", detail: expect.stringContaining("WRONGPASS") }]);
  expect(findings[0]?.detail).not.toContain("hush-hush");
});
