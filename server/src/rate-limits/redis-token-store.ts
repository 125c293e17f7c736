import type { Redis } from "ioredis";
import type { RatePolicy } from "./rate-policy.ts";
import type { RateSubject } from "./rate-subject.ts";
import type { TokenStore } from "./token-store.ts";

/** Buckets in Redis. Opens even if Redis is unavailable: settling then rejects until it is back. */
export async function openRedisTokenStore(redisUrl: string): Promise<TokenStore> {
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
  // Without a listener a connection error would end the service. The next call to settle reports it.
  redis.on("error", () => {});
  // An unavailable Redis must not prevent the start: the client keeps reconnecting.
  await redis.connect().catch(() => {});
  return {
    settle: (subject, policy, spent) => settle(redis, subject, policy, spent),
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
