import { join } from "node:path";
import type { Registry } from "prom-client";
import { AuditLog } from "./access/audit/audit-log.ts";
import { Authenticator } from "./access/authenticator.ts";
import type { Caller } from "./access/caller.ts";
import type { OutboundAddresses } from "./access/orgs/org-kind.ts";
import type { SignOnServices } from "./access/sign-on/sign-on-services.ts";
import { Passwords } from "./access/users/passwords.ts";
import type { Config } from "./config.ts";
import { type Budgets, createBudgets } from "./create-budgets.ts";
import { createCounter } from "./create-counter.ts";
import { createDatabases } from "./create-databases.ts";
import { createEntityServices, productListeners } from "./create-entity-services.ts";
import { startLoadRunner } from "./create-load-services.ts";
import type { EntityServices } from "./entities/entity-services.ts";
import { findProjects } from "./entities/entity-store.ts";
import type { FileServices } from "./files/file-services.ts";
import { Files } from "./files/files.ts";
import { countBatch } from "./gatekeeper.ts";
import type { LoadRunner } from "./loader/engine/load-jobs.ts";
import type { LoadServices } from "./loader/load-services.ts";
import { createBlobStore } from "./platform/blobs/create-blob-store.ts";
import { WakeUpBus } from "./platform/database/wake-up-bus.ts";
import { ExpressionEvaluator } from "./platform/expressions/offload/expression-evaluator.ts";
import { NodeHeartbeat } from "./platform/jobs/node-heartbeat.ts";
import { createMailer } from "./platform/mail/send-mail.ts";
import { openResources, type ResourceStack } from "./platform/open-whole.ts";
import { createOutboundSender } from "./platform/outbound/outbound-sender.ts";
import { ScriptRunner } from "./platform/scripts/script-runner.ts";
import { SecretBox } from "./platform/secret-box.ts";
import type { Tracer } from "./platform/tracing/tracer.ts";
import { createProductMetrics } from "./product-metrics.ts";
import type { CallCounter } from "./rate-limits/call-counter.ts";
import type { ServiceOptions } from "./service-options.ts";
import { webhookAuditObserver } from "./webhooks/webhook-audit-observer.ts";
import type { WebhookServices } from "./webhooks/webhook-services.ts";
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
  readonly loadRunner: LoadRunner;
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
  const { config, connectionString, secret } = options;
  const { db, reads, tracer } = parts.add(createDatabases(options), (databases) => databases.closeDatabases());
  const bus = parts.add(new WakeUpBus(connectionString), close);
  const secrets = new SecretBox(secret);
  const authenticator = parts.add(new Authenticator({ db, bus, secrets }), close);
  const blobs = parts.add(createBlobStore({ folder: join(config.dataFolder, "files"), s3: config.s3 }), close);
  const heartbeat = parts.add(new NodeHeartbeat(db), (beating) => beating.stop());
  const counter = parts.add(await createCounter(options, db, heartbeat), close);
  const expressions = parts.add(new ExpressionEvaluator(), close);
  const listeners = options.listeners ?? productListeners(bus, expressions);
  const outside = createOutside(options, parts);
  const { merger, ...entityServices } = createEntityServices({ db, bus, expressions, listeners });
  parts.add(merger, close);
  const files = new Files({ db, blobs, secret });
  const workFolder = join(config.dataFolder, "loads");
  const loads = startLoadRunner(options, { ...entityServices, db, bus, listeners, files, workFolder });
  parts.add(loads, close);
  const scripts = parts.add(new ScriptRunner(), close);
  const shared = {
    ...entityServices,
    ...createBudgets(config),
    ...outside,
    db,
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

const close = (part: { close(): unknown }) => part.close();

/** Outbound connections of a node. */
function createOutside({ config, log }: ServiceOptions, parts: ResourceStack) {
  const { outboundAllowedRanges, outboundRoute, smtpUrl, publicUrl } = config;
  const outbound = parts.add(createOutboundSender({ allowedRanges: outboundAllowedRanges, ...outboundRoute }), close);
  const fromHost = publicUrl === undefined ? "localhost" : new URL(publicUrl).hostname;
  const mailer = parts.add(createMailer({ smtpUrl, fromHost, log }), close);
  const { sourceAddress } = outboundRoute;
  const egressAddresses = sourceAddress === undefined ? [] : [sourceAddress];
  return { outbound, outboundAllowedRanges, outboundRoute, egressAddresses, mailer };
}
