import {
  accessTokenOperations,
  apiKeyOperations,
  appOperations,
  entityTypeOperations,
  optionSetOperations,
  roleOperations,
  userOperations,
} from "@weft/contract";
import type { FastifyBaseLogger } from "fastify";
import type { Registry } from "prom-client";
import { accessJobs } from "./access/access-jobs.ts";
import { findActors } from "./access/actor-store.ts";
import { Authenticator } from "./access/authenticator.ts";
import { accessTokenKind } from "./access/keys/access-token-kind.ts";
import { apiKeyKind } from "./access/keys/api-key-kind.ts";
import { apiKeyRoutes } from "./access/keys/api-key-routes.ts";
import { appKind } from "./access/keys/app-kind.ts";
import { orgKind } from "./access/orgs/org-kind.ts";
import { sessionRoutes } from "./access/sessions/session-routes.ts";
import { signOnRoutes } from "./access/sign-on/sign-on-routes.ts";
import type { SignOnServices } from "./access/sign-on/sign-on-services.ts";
import { Passwords } from "./access/users/passwords.ts";
import { roleKind } from "./access/users/role-kind.ts";
import { userKind } from "./access/users/user-kind.ts";
import { findUserIds } from "./access/users/user-store.ts";
import { whoamiRoutes } from "./access/whoami-routes.ts";
import { changeConsumerRoutes } from "./changes/change-consumer-routes.ts";
import { changeHistoryRoutes } from "./changes/change-history-routes.ts";
import { changeJobs } from "./changes/change-jobs.ts";
import type { Config } from "./config.ts";
import { entityJobs } from "./entities/entity-jobs.ts";
import { EntityReader } from "./entities/entity-reader.ts";
import { entityRoutes } from "./entities/entity-routes.ts";
import type { EntityServices } from "./entities/entity-services.ts";
import { EntityWriter } from "./entities/entity-writer.ts";
import type { EventListener } from "./entities/event-listener.ts";
import { IndexMerger } from "./entities/index-merger.ts";
import { kindRoutes, orgRoutes } from "./entities/kind-routes.ts";
import { storedEntities } from "./entities/stored-entities-store.ts";
import { TypeCatalog } from "./entities/type-catalog.ts";
import { entityTypeKind } from "./entity-types/entity-type-kind.ts";
import { optionSetKind } from "./entity-types/option-set-kind.ts";
import { countBatch } from "./gatekeeper.ts";
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
export interface Services extends SignOnServices, EntityServices {
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
  /** The parts of the product that start work when something happens. */
  readonly listeners?: readonly EventListener[];
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
  const { merger, ...entityServices } = createEntityServices(db, bus, options.listeners ?? []);
  return {
    ...entityServices,
    countBatch: (caller, operations) => countBatch(counter, caller, operations),
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
      await merger.close();
      await counter.close();
      await heartbeat.stop();
      await bus.close();
      await db.close();
    },
  };
}

function createEntityServices(db: PostgresDatabase, bus: WakeUpBus, listeners: readonly EventListener[]) {
  const types = new TypeCatalog(db, bus);
  const merger = new IndexMerger(db);
  return {
    types,
    merger,
    reader: new EntityReader(db),
    writer: new EntityWriter({ db, bus, types, listeners, merger, outsideKinds: new Map([["user", findUserIds]]) }),
    actorsOf: (orgId: string, ids: readonly string[]) => findActors(db, orgId, ids),
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
    ...orgRoutes(services, orgKind(services)),
    ...kindRoutes(services, userKind(services), userOperations),
    ...kindRoutes(services, roleKind(services), roleOperations),
    ...kindRoutes(services, appKind(services), appOperations),
    ...kindRoutes(services, apiKeyKind(services), apiKeyOperations),
    ...apiKeyRoutes(services),
    ...kindRoutes(services, accessTokenKind(services), accessTokenOperations),
    ...kindRoutes(services, entityTypeKind(storedEntities), entityTypeOperations),
    ...kindRoutes(services, optionSetKind(storedEntities), optionSetOperations),
    ...entityRoutes(services),
    ...changeHistoryRoutes({ ...services, typesOf: (orgId) => services.types.typesOf(orgId) }),
    ...changeConsumerRoutes(services.db),
  ];
}

export function createJobs(services: Services): Job[] {
  return [
    ...accessJobs(services.db),
    ...rateLimitJobs(services.db),
    ...changeJobs(services.db),
    ...entityJobs(services.db),
  ];
}
