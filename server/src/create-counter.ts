import type { PostgresDatabase } from "./platform/database/database.ts";
import type { NodeHeartbeat } from "./platform/jobs/node-heartbeat.ts";
import { CallCounter } from "./rate-limits/call-counter.ts";
import { LeasedLimiter } from "./rate-limits/leased-limiter.ts";
import { MemoryLimiter } from "./rate-limits/memory-limiter.ts";
import { PostgresTokenStore } from "./rate-limits/postgres-token-store.ts";
import type { RateLimiter } from "./rate-limits/rate-limiter.ts";
import { openRedisTokenStore } from "./rate-limits/redis-token-store.ts";
import { UseCounter } from "./rate-limits/use-counter.ts";
import type { ServiceOptions } from "./service-options.ts";

/** Counts requests, alone or with other nodes, and records usage. */
export async function createCounter(
  options: ServiceOptions,
  db: PostgresDatabase,
  heartbeat: NodeHeartbeat,
): Promise<CallCounter> {
  const { rateLimit, orgRateLimit } = options.config;
  const limiter = await chooseLimiter(options, db, heartbeat);
  const rates = {
    perCredential: rateLimit === "off" ? undefined : rateLimit,
    perOrg: orgRateLimit === "off" ? undefined : orgRateLimit,
  };
  return new CallCounter(limiter, rates, new UseCounter(db));
}

/** A node with an embedded PostgreSQL is alone; others share their counts. */
async function chooseLimiter(
  { config, log }: ServiceOptions,
  db: PostgresDatabase,
  heartbeat: NodeHeartbeat,
): Promise<RateLimiter> {
  if (config.databaseUrl === undefined && config.redisUrl === undefined) {
    return new MemoryLimiter();
  }
  return new LeasedLimiter({
    store: config.redisUrl === undefined ? new PostgresTokenStore(db) : await openRedisTokenStore(config.redisUrl),
    nodeCount: () => heartbeat.nodeCount,
    onStoreAway: (err) => log.warn({ err }, "the shared rate counters are unavailable; this node counts on its own"),
  });
}
