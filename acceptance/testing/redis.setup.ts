import type { TestProject } from "vitest/node";
import { startRedis } from "./redis-server.ts";

/** A Redis for all tests of the project. */
export default async function provideRedis(project: TestProject): Promise<() => Promise<void>> {
  const redis = await startRedis();
  project.provide("redisUrl", redis.url);
  return redis.stop;
}
