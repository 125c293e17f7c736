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
import { createDatabases, poolConnections } from "./databases.ts";
import type { EntityServices } from "./entities/entity-services.ts";
import { findProjects } from "./entities/model/entity-store.ts";
import { type FileServices, Files } from "./files/files.ts";
import { countBatch } from "./gatekeeper.ts";
import type { LoadRunner } from "./loader/engine/load-jobs.ts";
import type { LoadServices } from "./loader/load-services.ts";
import { createBlobStore } from "./platform/blobs/create-blob-store.ts";
import { Budget } from "./platform/budgets/budget.ts";
import { ByteQuota } from "./platform/budgets/byte-quota.ts";
import type { PostgresDatabase } from "./platform/database/database.ts";
import { WakeUpBus } from "./platform/database/wake-up-bus.ts";
import { ExpressionEvaluator } from "./platform/expressions/offload/expression-evaluator.ts";
import { NodeHeartbeat } from "./platform/jobs/node-heartbeat.ts";
import { createMailer } from "./platform/mail/send-mail.ts";
import { openResources, type ResourceStack } from "./platform/open-resources.ts";
import { OutageLog } from "./platform/outage-log.ts";
import { createOutboundSender } from "./platform/outbound/outbound-sender.ts";
import { ScriptRunner } from "./platform/scripts/script-runner.ts";
import { SecretBox } from "./platform/secret-box.ts";
import { FairSlots } from "./platform/threads/fair-slots.ts";
import type { Tracer } from "./platform/tracing/tracer.ts";
import { createProductMetrics } from "./product-metrics.ts";
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
  const { config } = options;
  const { db, ownerDb, reads, tracer } = parts.add(createDatabases(options), (databases) => databases.closeDatabases());
  const bus = parts.add(createBus(options), close);
  const secrets = new SecretBox(options.secrets);
  const authenticator = parts.add(new Authenticator({ db, bus, secrets }), close);
  const blobs = parts.add(createBlobStore({ folder: join(config.dataFolder, "files"), s3: config.s3 }), close);
  const heartbeat = parts.add(createHeartbeat(db, secrets), (beating) => beating.stop());
  const counter = parts.add(await createCounter(options, db, heartbeat), close);
  const expressions = parts.add(new ExpressionEvaluator(), close);
  const listeners = options.listeners ?? productListeners(bus, expressions);
  const outside = createOutside(options, parts);
  const { merger, ...entityServices } = createEntityServices({ db, bus, expressions, listeners });
  parts.add(merger, close);
  const files = new Files({ db, blobs, secrets });
  const workFolder = join(config.dataFolder, "loads");
  const loads = startLoadRunner(options, { ...entityServices, db, bus, listeners, files, workFolder });
  parts.add(loads, close);
  const scripts = parts.add(new ScriptRunner(), close);
  const shared = {
    ...entityServices,
    ...createBudgets(config),
    ...outside,
    db,
    ownerDb,
    reads,
    bus,
    expressions,
    listeners,
    files,
    workFolder,
    countBatch: (caller: Caller, operations: number) => countBatch(counter, caller, operations),
  };
  return {
    ...shared,
    loadRunner: loads.runner,
    actions: createActionCatalog({ ...shared, scripts }, ownActions),
    versions: new VersionCatalog(),
    heartbeat,
    secrets,
    audit: new AuditLog([webhookAuditObserver({ bus, expressions })]),
    auditRetentionDays: config.auditRetentionDays,
    passwords: new Passwords(),
    publicUrl: config.publicUrl,
    caps: config.caps,
    findProjects,
    uploadBytesMax: config.uploadBytesMax,
    authenticator,
    counter,
    metrics: createProductMetrics({ db, reads }),
    tracer,
    close: () => parts.close(),
  };
}

function createBus({ connectionString, log }: ServiceOptions): WakeUpBus {
  return new WakeUpBus(connectionString, new OutageLog(log, "database connection"));
}

function createHeartbeat(db: PostgresDatabase, { fingerprints }: SecretBox): NodeHeartbeat {
  return new NodeHeartbeat(db, { secretFingerprints: fingerprints });
}

const close = (part: { close(): unknown }) => part.close();

/** Outbound connections of a node. */
function createOutside({ config, log }: ServiceOptions, parts: ResourceStack) {
  const { outboundAllowedRanges, outboundRoute, smtpUrl, smtpFrom } = config;
  const outbound = parts.add(createOutboundSender({ allowedRanges: outboundAllowedRanges, ...outboundRoute }), close);
  const mailer = parts.add(createMailer({ smtpUrl, from: smtpFrom, log }), close);
  const { sourceAddress } = outboundRoute;
  const egressAddresses = sourceAddress === undefined ? [] : [sourceAddress];
  return { outbound, outboundAllowedRanges, outboundRoute, egressAddresses, mailer };
}

/** Counts requests, alone or with other nodes, and records usage. */
async function createCounter(
  options: ServiceOptions,
  db: PostgresDatabase,
  heartbeat: NodeHeartbeat,
): Promise<CallCounter> {
  const limiter = await chooseLimiter(options, db, heartbeat);
  return new CallCounter(limiter, ratesOf(options.config), new UseCounter(db));
}

export function ratesOf({ rateLimit, orgRateLimit }: Pick<Config, "rateLimit" | "orgRateLimit">): CallRates {
  return {
    perCredential: rateLimit === "off" ? undefined : rateLimit,
    perOrg: orgRateLimit === "off" ? undefined : orgRateLimit,
  };
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
function createBudgets(config: Config): Budgets {
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
    openBudget: (tenant, ended) => new Budget({ ...shared, tenant, ...(ended === undefined ? {} : { ended }) }),
    bodies,
  };
}
