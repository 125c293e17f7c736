import { strict as assert } from "node:assert";
import type { Redis } from "ioredis";
import type { Database } from "../platform/database/database.ts";
import { prepared } from "../platform/database/sql.ts";
import type { RatePolicy, RateSubject } from "./rate-limiter.ts";

/** A store for buckets that several nodes share. */
export interface TokenStore {
  /**
   * Refills the subject's bucket by the store's own clock, subtracts what a node has spent, and returns what is left:
   * below zero when the nodes together spent more than there was. Rejects quickly when the store is unavailable.
   */
  settle(subject: RateSubject, policy: RatePolicy, spent: number): Promise<number>;
  close(): Promise<void>;
}

/** Buckets in PostgreSQL. The caller owns the database and closes it. */
export class PostgresTokenStore implements TokenStore {
  // Not a Transaction: begin and commit would triple the round trips of the one statement.
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async settle(subject: RateSubject, policy: RatePolicy, spent: number): Promise<number> {
    const { ratePerSecond, burst } = policy;
    // A statement that waited for the row has an older clock than the row: that refills nothing.
    const [bucket] = await this.#db.query<{ tokens: number }>(prepared`
      insert into rate_buckets as bucket (org_id, subject, tokens, refilled_on)
      values (${subject.orgId}, ${subject.id}, ${burst}::float8 - ${spent}::float8, clock_timestamp())
      on conflict (org_id, subject) do update set
        tokens = least(
          ${burst}::float8,
          bucket.tokens
            + ${ratePerSecond}::float8
            * greatest(0, extract(epoch from excluded.refilled_on - bucket.refilled_on)::float8)
        ) - ${spent}::float8,
        refilled_on = greatest(bucket.refilled_on, excluded.refilled_on)
      returning tokens`);
    assert(bucket, "upsert without a row");
    return bucket.tokens;
  }

  /** A bucket unused for an hour is full, and need not be stored. Called by a periodic job. */
  async deleteIdleBuckets(): Promise<void> {
    await this.#db.query(
      prepared`/* of all orgs: expired rows */ delete from rate_buckets where refilled_on < clock_timestamp() - interval '1 hour'`,
    );
  }

  async close(): Promise<void> {}
}

export interface RedisTokenStore extends TokenStore {
  /** Rejects while Redis does not respond. */
  probe(): Promise<unknown>;
}

/** Buckets in Redis. Opens even if Redis is unavailable: settling then rejects until it is back. */
export async function openRedisTokenStore(
  redisUrl: string,
  onOutage: (failure: unknown) => void = () => {},
): Promise<RedisTokenStore> {
  // Loaded on demand, because few installations use Redis.
  const { Redis } = await import("ioredis");
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    // Settling must reject at once, not queue until Redis is back.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: connectTimeoutMs,
    commandTimeout: commandTimeoutMs,
    // A peer that vanished silently is dropped: otherwise the client would continue writing to it for minutes.
    socketTimeout: socketTimeoutMs,
    retryStrategy: (attempts) => Math.min(attempts * 100, reconnectDelayMsMax),
  });
  let lastError: unknown;
  redis.on("error", (error) => {
    lastError = error;
    onOutage(error);
  });
  // An unavailable Redis must not prevent the start: the client keeps reconnecting.
  await redis.connect().catch(() => {});
  return {
    settle: (subject, policy, spent) => settle(redis, subject, policy, spent),
    // Without a connection a command is only rejected; the error of the connection has the reason.
    probe: () => redis.ping().catch((error: unknown) => Promise.reject(lastError ?? error)),
    close: async () => redis.disconnect(),
  };
}

const connectTimeoutMs = 1_000;
const commandTimeoutMs = 500;
const socketTimeoutMs = 2_000;
const reconnectDelayMsMax = 1_000;

async function settle(redis: Redis, subject: RateSubject, policy: RatePolicy, spent: number): Promise<number> {
  const left = await redis.eval(settleScript, 1, `weft:rate:${subject.key}`, policy.burst, policy.ratePerSecond, spent);
  return Number(left);
}

// A bucket expires when it is full again: an absent one is full. Numbers are returned as text: Redis would truncate
// them to integers.
const settleScript = `
  local burst, rate, spent = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  local time = redis.call("TIME")
  local now = time[1] + time[2] / 1000000
  local bucket = redis.call("HMGET", KEYS[1], "tokens", "refilled")
  local tokens = tonumber(bucket[1]) or burst
  local refilled = tonumber(bucket[2]) or now
  tokens = math.min(burst, tokens + math.max(0, now - refilled) * rate) - spent
  redis.call("HSET", KEYS[1], "tokens", tostring(tokens), "refilled", string.format("%.6f", math.max(now, refilled)))
  redis.call("PEXPIRE", KEYS[1], math.ceil((burst - tokens) / rate * 1000))
  return tostring(tokens)
`;
