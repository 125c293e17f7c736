import { join } from "node:path";
import { getHeapStatistics } from "node:v8";
import type { Registry } from "prom-client";
import type { SignOnServices } from "./access/access-services.ts";
import { AuditLog } from "./access/audit/audit-log.ts";
import { Authenticator } from "./access/authenticator.ts";
import type { Caller } from "./access/caller.ts";
import type { OutboundAddresses } from "./access/orgs/org-kind.ts";
import { Passwords } from "./access/passwords.ts";
import type { Config } from "./config/config.ts";
import { poolConnections } from "./config/node-connections.ts";
import { createDatabases } from "./databases.ts";
import { rememberDistribution } from "./distribution/remember-distribution.ts";
import type { EntityServices } from "./entities/entity-services.ts";
import { findProjects } from "./entities/model/entity-store.ts";
import { type FileServices, Files } from "./files/files.ts";
import { PictureRenderer } from "./files/pictures/picture-renderer.ts";
import { type PictureServices, Pictures } from "./files/pictures/pictures.ts";
import { countBatch } from "./gatekeeper.ts";
import type { LoadRunner } from "./loader/engine/load-jobs.ts";
import type { LoadServices } from "./loader/load-services.ts";
import { createMetrics } from "./metrics/create-metrics.ts";
import type { BlobStore } from "./platform/blobs/blob-store.ts";
import { createBlobStore, probeBlobStore } from "./platform/blobs/create-blob-store.ts";
import { Budget } from "./platform/budgets/budget.ts";
import { ByteQuota } from "./platform/budgets/byte-quota.ts";
import type { PostgresDatabase } from "./platform/database/database.ts";
import { WakeUpBus } from "./platform/database/wake-up-bus.ts";
import { Dependencies } from "./platform/dependencies.ts";
import { ExpressionEvaluator } from "./platform/expressions/offload/expression-evaluator.ts";
import { NodeHeartbeat } from "./platform/jobs/node-heartbeat.ts";
import { createMailer, type Mailer } from "./platform/mail/send-mail.ts";
import { openResources, type ResourceStack } from "./platform/open-resources.ts";
import { createOutboundSender } from "./platform/outbound/outbound-sender.ts";
import { ScriptRunner } from "./platform/scripts/script-runner.ts";
import { SecretBox } from "./platform/secret-box.ts";
import { FairSlots } from "./platform/threads/fair-slots.ts";
import type { Tracer } from "./platform/tracing/tracer.ts";
import { CallCounter, type CallRates } from "./rate-limits/call-counter.ts";
import { LeasedLimiter } from "./rate-limits/leased-limiter.ts";
import { MemoryLimiter, type RateLimiter } from "./rate-limits/rate-limiter.ts";
import { openRedisTokenStore, PostgresTokenStore } from "./rate-limits/token-store.ts";
import { UseCounter } from "./rate-limits/use-counter.ts";
import type { ServiceOptions } from "./service-options.ts";
import { createEntityServices, productListeners, startLoadRunner } from "./thread-services.ts";
import type { WebhookServices } from "./webhooks/webhook.ts";
import { webhookAuditObserver } from "./webhooks/webhook-listener.ts";
import type { ActionCatalog } from "./workflows/actions/action.ts";
import { createActionCatalog } from "./workflows/actions/action-catalog.ts";
import { loadOperatorActions, type OperatorAction } from "./workflows/actions/operator-actions.ts";
import { VersionCatalog } from "./workflows/version-catalog.ts";
import type { WorkflowServices } from "./workflows/workflow-services.ts";

/** The services shared by the parts of a running node. */
export interface Services
  extends SignOnServices,
    EntityServices,
    FileServices,
    PictureServices,
    LoadServices,
    WebhookServices,
    WorkflowServices,
    OutboundAddresses,
    Budgets {
  /** For what only the owner of the schema may do. */
  readonly ownerDb: PostgresDatabase;
  readonly loadRunner: LoadRunner;
  readonly actions: ActionCatalog;
  /** The operator's default, for orgs without their own setting. */
  readonly auditRetentionDays: number;
  readonly authenticator: Authenticator;
  readonly counter: CallCounter;
  readonly heartbeat: NodeHeartbeat;
  readonly metrics: Registry;
  readonly tracer: Tracer | undefined;
  readonly dependencies: Dependencies;
  /** The one that is served. */
  readonly certificate: { pem: string | undefined };
  readonly caps: Config["caps"];
  close(): Promise<void>;
}

export async function createServices(options: ServiceOptions): Promise<Services> {
  // First: a node that cannot start must not be registered.
  const ownActions = await loadOperatorActions(options.config.actionsFolder);
  return openResources((parts) => openServices(options, ownActions, parts));
}

type OwnActions = ReadonlyMap<string, OperatorAction>;

async function openServices(options: ServiceOptions, ownActions: OwnActions, parts: ResourceStack): Promise<Services> {
  const { config, connectionString } = options;
  const certificate = { pem: config.tls?.cert };
  const dependencies = parts.add(new Dependencies(options.log), close);
  const { db, ownerDb, reads, tracer, closeDatabases } = createDatabases(options, dependencies);
  parts.add(db, closeDatabases);
  const bus = parts.add(new WakeUpBus(connectionString, dependencies.find("database")?.fail), close);
  const secrets = new SecretBox(options.secrets);
  const isDistributed = rememberDistribution(db);
  const authenticator = parts.add(new Authenticator({ db, bus, secrets, isDistributed }), close);
  const blobs = parts.add(openBlobStore(config, dependencies), close);
  const heartbeat = parts.add(createHeartbeat(db, secrets), (beating) => beating.stop());
  const counter = parts.add(await createCounter({ ...options, db, heartbeat, dependencies }), close);
  const expressions = parts.add(new ExpressionEvaluator(), close);
  const listeners = options.listeners ?? productListeners(bus, expressions);
  const outside = createOutside({ ...options, tracer, dependencies }, parts);
  const { merger, ...entityServices } = createEntityServices({ db, bus, expressions, listeners, isDistributed });
  parts.add(merger, close);
  const files = new Files({ db, blobs, secrets });
  const pictures = new Pictures(files, parts.add(new PictureRenderer(), close));
  const loadServices = { ...entityServices, db, bus, listeners, files, workFolder: join(config.dataFolder, "loads") };
  const loads = parts.add(startLoadRunner(options, loadServices, dependencies), close);
  const shared = {
    ...loadServices,
    ...createBudgets(config),
    ...outside,
    ownerDb,
    reads,
    expressions,
    countBatch: (caller: Caller, operations: number) => countBatch(counter, caller, operations),
  };
  return {
    ...shared,
    pictures,
    loadRunner: loads.runner,
    actions: createActionCatalog({ ...shared, scripts: parts.add(new ScriptRunner(), close) }, ownActions),
    versions: new VersionCatalog(),
    heartbeat,
    secrets,
    audit: new AuditLog([webhookAuditObserver({ bus, expressions })]),
    ...settingsOf(config),
    passwords: new Passwords(),
    findProjects,
    authenticator,
    counter,
    certificate,
    metrics: createMetrics({ config, db, reads, dependencies, counter, certificate, quotas: shared.quotas }),
    tracer,
    dependencies,
    close() {
      // What fails because the node stops is not an outage.
      dependencies.close();
      return parts.close();
    },
  };
}

function createHeartbeat(db: PostgresDatabase, { fingerprints }: SecretBox): NodeHeartbeat {
  return new NodeHeartbeat(db, { secretFingerprints: fingerprints });
}

function settingsOf({ auditRetentionDays, publicUrl, caps, uploadBytesMax }: Config) {
  return { auditRetentionDays, publicUrl, caps, uploadBytesMax };
}

const close = (part: { close(): unknown }) => part.close();

/** Files in S3 or below DATA_DIR. */
function openBlobStore({ dataFolder, s3 }: Config, dependencies: Dependencies): BlobStore {
  const name = s3 === undefined ? "disk" : "s3";
  const watched = dependencies.watch(name, { probe: () => probeBlobStore(blobs) });
  const blobs = createBlobStore({ folder: join(dataFolder, "files"), s3, onOutage: watched.fail });
  return blobs;
}

interface OutsideOptions extends ServiceOptions {
  readonly tracer: Tracer | undefined;
  readonly dependencies: Dependencies;
}

/** Outbound connections of a node. */
function createOutside({ config, log, tracer, dependencies }: OutsideOptions, parts: ResourceStack) {
  const { outboundAllowedRanges, outboundRoute, smtpUrl, smtpFrom } = config;
  const outbound = parts.add(
    createOutboundSender({ allowedRanges: outboundAllowedRanges, ...outboundRoute, tracer }),
    close,
  );
  const smtp = smtpUrl === undefined ? undefined : dependencies.watch("smtp", { probe: () => mailer.probe() });
  const mailer: Mailer = parts.add(createMailer({ smtpUrl, from: smtpFrom, log, onOutage: smtp?.fail }), close);
  const { sourceAddress } = outboundRoute;
  const egressAddresses = sourceAddress === undefined ? [] : [sourceAddress];
  return { outbound, outboundAllowedRanges, outboundRoute, egressAddresses, mailer };
}

interface CounterOptions extends ServiceOptions {
  readonly db: PostgresDatabase;
  readonly heartbeat: NodeHeartbeat;
  readonly dependencies: Dependencies;
}

/** Counts requests, alone or with other nodes, and records usage. */
async function createCounter(options: CounterOptions): Promise<CallCounter> {
  const limiter = await chooseLimiter(options);
  return new CallCounter(limiter, ratesOf(options.config), new UseCounter(options.db));
}

export function ratesOf({ rateLimit, orgRateLimit }: Pick<Config, "rateLimit" | "orgRateLimit">): CallRates {
  return {
    perCredential: rateLimit === "off" ? undefined : rateLimit,
    perOrg: orgRateLimit === "off" ? undefined : orgRateLimit,
  };
}

/** A node with an embedded PostgreSQL is alone; others share their counts. */
async function chooseLimiter({ config, db, heartbeat, dependencies }: CounterOptions): Promise<RateLimiter> {
  const { databaseUrl, redisUrl } = config;
  if (databaseUrl === undefined && redisUrl === undefined) {
    return new MemoryLimiter();
  }
  const nodeCount = () => heartbeat.nodeCount;
  if (redisUrl === undefined) {
    // The database itself reports its failures.
    return new LeasedLimiter({ store: new PostgresTokenStore(db), nodeCount, onStoreAway: () => {} });
  }
  const redis = dependencies.watch("redis", { probe: () => store.probe() });
  const store = await openRedisTokenStore(redisUrl, redis.fail);
  return new LeasedLimiter({ store, nodeCount, onStoreAway: redis.fail });
}

/** Opens the budget of one response for an org; it must be closed. */
type OpenBudget = (orgId: string, ended?: AbortSignal) => Budget;

interface Budgets {
  readonly openBudget: OpenBudget;
  /** Request bodies over 1 MiB. */
  readonly bodies: ByteQuota;
}

// A client should retry a request that waits longer than this.
const waitMsMax = 10_000;

/** Limits the memory of a node for large responses and bodies. Each byte takes several in the heap. */
function createBudgets(config: Config) {
  const { pageBytesMax, largeAnswersBytesMax, largeBodiesBytesMax } = config;
  const connections = poolConnections(config);
  const heapBytes = getHeapStatistics().heap_size_limit;
  const answers = new ByteQuota({
    bytesMax: largeAnswersBytesMax ?? Math.floor(heapBytes / 8),
    waitMsMax,
    purpose: "other large responses",
  });
  const bodies = new ByteQuota({
    bytesMax: largeBodiesBytesMax ?? Math.floor(heapBytes / 8),
    waitMsMax,
    purpose: "other large requests",
  });
  // The rate limits bound how many can wait.
  const turns = new FairSlots({
    slots: connections,
    waitingMax: Number.POSITIVE_INFINITY,
    // Slow statements of one org leave most of the database's processors to the others.
    heldMaxBesideOthers: Math.max(1, Math.floor(connections / 5)),
  });
  const shared = { bytesMax: pageBytesMax, quota: answers, turns };
  return {
    openBudget: (tenant: string, ended?: AbortSignal) =>
      new Budget({ ...shared, tenant, ...(ended === undefined ? {} : { ended }) }),
    bodies,
    quotas: { bodies, responses: answers },
  };
}
