import { join } from "node:path";
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
import { assortmentRoutes } from "./assortments/assortment-routes.ts";
import { assortmentHistoryRoutes } from "./assortments/history-routes.ts";
import { changeConsumerRoutes } from "./changes/change-consumer-routes.ts";
import { changeHistoryRoutes } from "./changes/change-history-routes.ts";
import { changeJobs } from "./changes/change-jobs.ts";
import type { Config } from "./config.ts";
import { describeRoutes } from "./entities/describe-routes.ts";
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
import type { OutsideKinds } from "./entities/write/lock-rows.ts";
import { entityTypeKind } from "./entity-types/entity-type-kind.ts";
import { optionSetKind } from "./entity-types/option-set-kind.ts";
import { fileContentRoutes } from "./files/file-content-routes.ts";
import { fileJobs } from "./files/file-jobs.ts";
import { type FileRouteServices, fileRoutes } from "./files/file-routes.ts";
import { findFileIds } from "./files/file-store.ts";
import { Files } from "./files/files.ts";
import { countBatch } from "./gatekeeper.ts";
import { doLoadWork } from "./loader/do-load-work.ts";
import { type LoadRunner, loadJobs } from "./loader/load-jobs.ts";
import { loadRoutes } from "./loader/load-routes.ts";
import type { LoadServices } from "./loader/load-services.ts";
import { type Execute, PatientLoadRunner } from "./loader/patient-load-runner.ts";
import { createBlobStore } from "./platform/blobs/create-blob-store.ts";
import { PostgresDatabase } from "./platform/database/database.ts";
import { WakeUpBus } from "./platform/database/wake-up-bus.ts";
import { createMetricsRegistry } from "./platform/http/metrics.ts";
import type { Route } from "./platform/http/route.ts";
import type { Job } from "./platform/jobs/job-runner.ts";
import { NodeHeartbeat } from "./platform/jobs/node-heartbeat.ts";
import { SecretBox } from "./platform/secret-box.ts";
import { runInOwnThread, WorkThread } from "./platform/threads/work-thread.ts";
import { CallCounter } from "./rate-limits/call-counter.ts";
import { LeasedLimiter } from "./rate-limits/leased-limiter.ts";
import { MemoryLimiter } from "./rate-limits/memory-limiter.ts";
import { PostgresTokenStore } from "./rate-limits/postgres-token-store.ts";
import { rateLimitJobs } from "./rate-limits/rate-limit-jobs.ts";
import type { RateLimiter } from "./rate-limits/rate-limiter.ts";
import { openRedisTokenStore } from "./rate-limits/redis-token-store.ts";

/** Everything that the parts of a running node share. */
export interface Services extends SignOnServices, EntityServices, FileRouteServices, LoadServices {
  readonly loadRunner: LoadRunner;
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
  /** Loads run beside the calls instead of in a thread of their own, which takes a second to start from source. */
  readonly runsLoadsHere?: boolean;
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
  const blobs = createBlobStore({ folder: join(config.dataFolder, "files"), s3: config.s3 });
  const heartbeat = new NodeHeartbeat(db);
  const limiter = await chooseLimiter(options, db, heartbeat);
  const counter = new CallCounter(limiter, config.rateLimit === "off" ? undefined : config.rateLimit);
  const listeners = options.listeners ?? productListeners;
  const { merger, ...entityServices } = createEntityServices(db, bus, listeners);
  const files = new Files({ db, blobs, secret });
  const workFolder = join(config.dataFolder, "loads");
  const loads = startLoadRunner(options, { ...entityServices, db, bus, listeners, files, workFolder });
  return {
    ...entityServices,
    listeners,
    workFolder,
    loadRunner: loads.runner,
    countBatch: (caller, operations) => countBatch(counter, caller, operations),
    db,
    bus,
    heartbeat,
    secrets,
    passwords: new Passwords(),
    outboundAllowedRanges: config.outboundAllowedRanges,
    publicUrl: config.publicUrl,
    files,
    uploadBytesMax: config.uploadBytesMax,
    authenticator,
    counter,
    metrics: createMetricsRegistry(),
    async close() {
      await loads.close();
      await authenticator.close();
      await merger.close();
      await counter.close();
      await heartbeat.stop();
      await blobs.close();
      await bus.close();
      await db.close();
    },
  };
}

/** The parts of the product that start work when something happens, on a node and in its threads alike. */
const productListeners: readonly EventListener[] = [];

/** What the thread of loads is told: all of it can be copied to another thread. */
export interface LoadThreadOptions {
  readonly connectionString: string;
  readonly secret: string;
  readonly dataFolder: string;
  readonly s3: Config["s3"];
}

const loadConnectionsMax = 4;
const loadMemoryMbMax = 512;

/** What loads need, in their thread. It lives until the thread ends. */
export function createLoadServices({ connectionString, secret, dataFolder, s3 }: LoadThreadOptions): LoadServices {
  const db = new PostgresDatabase({
    connectionString,
    connectionsMax: loadConnectionsMax,
    applicationName: "weft-loads",
  });
  const bus = new WakeUpBus(connectionString);
  const blobs = createBlobStore({ folder: join(dataFolder, "files"), s3 });
  const { types, writer } = createEntityServices(db, bus, productListeners);
  const files = new Files({ db, blobs, secret });
  return { db, bus, types, writer, listeners: productListeners, files, workFolder: join(dataFolder, "loads") };
}

function startLoadRunner(options: ServiceOptions, services: LoadServices) {
  const { config, connectionString, secret, log, runsLoadsHere } = options;
  const data: LoadThreadOptions = { connectionString, secret, dataFolder: config.dataFolder, s3: config.s3 };
  const entry = new URL(import.meta.url.endsWith(".ts") ? "./load-thread.ts" : "./load-thread.js", import.meta.url);
  const threadOptions = { entry, data, memoryMbMax: loadMemoryMbMax };
  const thread = new WorkThread(threadOptions);
  const here: Execute = (work, stopping) => doLoadWork(services, work, stopping);
  const runner = new PatientLoadRunner({
    services,
    execute: runsLoadsHere === true ? here : (work, stopping) => thread.run(work, stopping),
    executeAlone: runsLoadsHere === true ? here : (work, stopping) => runInOwnThread(threadOptions, work, stopping),
    onFault: (err, { loadId }) => log.warn({ err, loadId }, "a load has met a fault"),
  });
  return { runner, close: () => thread.close() };
}

/** Kinds in tables of their own that entities may name. */
const outsideKinds: OutsideKinds = new Map([
  ["user", findUserIds],
  ["file", findFileIds],
]);

function createEntityServices(db: PostgresDatabase, bus: WakeUpBus, listeners: readonly EventListener[]) {
  const types = new TypeCatalog(db, bus);
  const merger = new IndexMerger(db);
  return {
    types,
    merger,
    reader: new EntityReader(db),
    writer: new EntityWriter({ db, bus, types, listeners, merger, outsideKinds }),
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
    ...describeRoutes(services),
    ...kindRoutes(services, optionSetKind(storedEntities), optionSetOperations),
    ...entityRoutes(services),
    ...assortmentRoutes(services),
    ...assortmentHistoryRoutes(services),
    ...changeHistoryRoutes({ ...services, typesOf: (orgId) => services.types.typesOf(orgId) }),
    ...changeConsumerRoutes(services.db),
    ...fileRoutes(services),
    ...fileContentRoutes(services),
    ...loadRoutes(services),
  ];
}

export function createJobs(services: Services): Job[] {
  return [
    ...accessJobs(services.db),
    ...rateLimitJobs(services.db),
    ...changeJobs(services.db),
    ...entityJobs(services.db),
    ...fileJobs(services.files),
    ...loadJobs(services.loadRunner),
  ];
}
