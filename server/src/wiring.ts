import type { FastifyBaseLogger } from "fastify";
import type { Registry } from "prom-client";
import { accessJobs } from "./access/access-jobs.ts";
import { Authenticator } from "./access/authenticator.ts";
import { accessTokenRoutes } from "./access/keys/access-token-routes.ts";
import { apiKeyRoutes } from "./access/keys/api-key-routes.ts";
import { appRoutes } from "./access/keys/app-routes.ts";
import { orgRoutes } from "./access/orgs/org-routes.ts";
import { sessionRoutes } from "./access/sessions/session-routes.ts";
import { signOnRoutes } from "./access/sign-on/sign-on-routes.ts";
import type { SignOnServices } from "./access/sign-on/sign-on-services.ts";
import { Passwords } from "./access/users/passwords.ts";
import { roleRoutes } from "./access/users/role-routes.ts";
import { userRoutes } from "./access/users/user-routes.ts";
import { whoamiRoutes } from "./access/whoami-routes.ts";
import type { Config } from "./config.ts";
import { PostgresDatabase } from "./platform/database/database.ts";
import { WakeUpBus } from "./platform/database/wake-up-bus.ts";
import { createMetricsRegistry } from "./platform/http/metrics.ts";
import type { Route } from "./platform/http/route.ts";
import type { Job } from "./platform/jobs/job-runner.ts";
import { NodeHeartbeat } from "./platform/jobs/node-heartbeat.ts";
import { SecretBox } from "./platform/secret-box.ts";
import { CallCounter } from "./rate-limits/call-counter.ts";
import { LeasedLimiter } from "./rate-limits/leased-limiter.ts";
import { MemoryLimiter } from "./rate-limits/memory-limiter.ts";
import { PostgresTokenStore } from "./rate-limits/postgres-token-store.ts";
import { rateLimitJobs } from "./rate-limits/rate-limit-jobs.ts";
import type { RateLimiter } from "./rate-limits/rate-limiter.ts";
import { openRedisTokenStore } from "./rate-limits/redis-token-store.ts";

/** Everything that the parts of a running node share. */
export interface Services extends SignOnServices {
  readonly authenticator: Authenticator;
  readonly counter: CallCounter;
  readonly heartbeat: NodeHeartbeat;
  readonly metrics: Registry;
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly config: Config;
  readonly connectionString: string;
  readonly secret: string;
  readonly log: FastifyBaseLogger;
}

export async function createServices(options: ServiceOptions): Promise<Services> {
  const { config, connectionString, secret } = options;
  const db = new PostgresDatabase({
    connectionString,
    connectionsMax: config.databasePool,
    applicationName: `weft-${config.role}`,
  });
  const bus = new WakeUpBus(connectionString);
  const secrets = new SecretBox(secret);
  const authenticator = new Authenticator({ db, bus, secrets });
  const heartbeat = new NodeHeartbeat(db);
  const limiter = await chooseLimiter(options, db, heartbeat);
  const counter = new CallCounter(limiter, config.rateLimit === "off" ? undefined : config.rateLimit);
  return {
    db,
    bus,
    heartbeat,
    secrets,
    passwords: new Passwords(),
    outboundAllowedRanges: config.outboundAllowedRanges,
    publicUrl: config.publicUrl,
    authenticator,
    counter,
    metrics: createMetricsRegistry(),
    async close() {
      await authenticator.close();
      await counter.close();
      await heartbeat.stop();
      await bus.close();
      await db.close();
    },
  };
}

/** A node with a PostgreSQL of its own is alone; others share their counts. */
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
    onStoreAway: (err) => log.warn({ err }, "the shared rate counts are away; this node counts alone"),
  });
}

export function createRoutes(services: Services): Route[] {
  return [
    ...whoamiRoutes((caller) => services.counter.policyOf(caller)),
    ...sessionRoutes(services),
    ...signOnRoutes(services),
    ...orgRoutes(services),
    ...userRoutes(services),
    ...roleRoutes(services),
    ...appRoutes(services),
    ...apiKeyRoutes(services),
    ...accessTokenRoutes(services),
  ];
}

export function createJobs(services: Services): Job[] {
  return [...accessJobs(services.db), ...rateLimitJobs(services.db)];
}
