import type { Config } from "../config/config.ts";
import { maskUrl } from "../platform/parse-url.ts";
import { type Check, type CheckResult, explainError, fault, ok, skipped } from "./finding.ts";

export function checkRedis({ redisUrl }: Config): Check {
  return {
    name: "redis",
    look: async (signal) =>
      redisUrl === undefined
        ? [skipped("REDIS_URL is not set: rate counters work without it.")]
        : [await tryRedis(redisUrl, signal)],
  };
}

const connectTimeoutMs = 4_000;

async function tryRedis(url: string, signal: AbortSignal): Promise<CheckResult> {
  const { Redis } = await import("ioredis");
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  signal.addEventListener("abort", () => redis.disconnect(), { once: true });
  let reason: unknown;
  // A rejected command only reports a closed connection; this event has the reason.
  redis.on("error", (error) => {
    reason ??= error;
  });
  try {
    await redis.connect();
    const began = performance.now();
    // Rate limits use a script, which the user must be allowed to run.
    await redis.eval("return 1", 0);
    return ok(`Redis at ${maskUrl(url)} responds in ${Math.ceil(performance.now() - began)} ms.`);
  } catch (error) {
    return fault(
      `Redis at ${maskUrl(url)} cannot be used: ${explainError(reason ?? error)}`,
      "Check REDIS_URL and the permissions of its user. Until Redis is available, each node counts on its own.",
    );
  } finally {
    redis.disconnect();
  }
}
