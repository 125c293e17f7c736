import { join } from "node:path";
import type { Registry } from "prom-client";
import { Authenticator } from "./access/authenticator.ts";
import type { Caller } from "./access/caller.ts";
import type { OutboundAddresses } from "./access/orgs/org-kind.ts";
import type { SignOnServices } from "./access/sign-on/sign-on-services.ts";
import { Passwords } from "./access/users/passwords.ts";
import { createCounter } from "./create-counter.ts";
import { createDatabases } from "./create-databases.ts";
import { createEntityServices, productListeners } from "./create-entity-services.ts";
import { startLoadRunner } from "./create-load-services.ts";
import type { EntityServices } from "./entities/entity-services.ts";
import type { FileServices } from "./files/file-services.ts";
import { Files } from "./files/files.ts";
import { countBatch } from "./gatekeeper.ts";
import type { LoadRunner } from "./loader/load-jobs.ts";
import type { LoadServices } from "./loader/load-services.ts";
import { createBlobStore } from "./platform/blobs/create-blob-store.ts";
import { WakeUpBus } from "./platform/database/wake-up-bus.ts";
import { NodeHeartbeat } from "./platform/jobs/node-heartbeat.ts";
import { createMailer } from "./platform/mail/send-mail.ts";
import { createOutboundSender } from "./platform/outbound/outbound-sender.ts";
import { ScriptRunner } from "./platform/scripts/script-runner.ts";
import { SecretBox } from "./platform/secret-box.ts";
import type { Tracer } from "./platform/tracing/tracer.ts";
import { createProductMetrics } from "./product-metrics.ts";
import type { CallCounter } from "./rate-limits/call-counter.ts";
import type { ServiceOptions } from "./service-options.ts";
import type { WebhookServices } from "./webhooks/webhook-services.ts";
import { createActionCatalog } from "./workflows/actions/action-catalog.ts";
import { loadOperatorActions } from "./workflows/actions/operator-actions.ts";
import { VersionCatalog } from "./workflows/version-catalog.ts";
import type { WorkflowServices } from "./workflows/workflow-services.ts";

/** Everything that the parts of a running node share. */
export interface Services
  extends SignOnServices,
    EntityServices,
    FileServices,
    LoadServices,
    WebhookServices,
    WorkflowServices,
    OutboundAddresses {
  readonly loadRunner: LoadRunner;
  readonly authenticator: Authenticator;
  readonly counter: CallCounter;
  readonly heartbeat: NodeHeartbeat;
  readonly metrics: Registry;
  readonly tracer: Tracer | undefined;
  close(): Promise<void>;
}

export async function createServices(options: ServiceOptions): Promise<Services> {
  const { config, connectionString, secret } = options;
  const { db, reads, tracer, closeDatabases } = createDatabases(options);
  const bus = new WakeUpBus(connectionString);
  const secrets = new SecretBox(secret);
  const authenticator = new Authenticator({ db, bus, secrets });
  const blobs = createBlobStore({ folder: join(config.dataFolder, "files"), s3: config.s3 });
  const heartbeat = new NodeHeartbeat(db);
  const counter = await createCounter(options, db, heartbeat);
  const listeners = options.listeners ?? productListeners(bus);
  const { closeOutside, ...outside } = createOutside(options);
  const { merger, ...entityServices } = createEntityServices(db, bus, listeners);
  const files = new Files({ db, blobs, secret });
  const workFolder = join(config.dataFolder, "loads");
  const loads = startLoadRunner(options, { ...entityServices, db, bus, listeners, files, workFolder });
  const scripts = new ScriptRunner();
  const shared = {
    ...entityServices,
    ...outside,
    db,
    reads,
    bus,
    listeners,
    files,
    workFolder,
    countBatch: (caller: Caller, operations: number) => countBatch(counter, caller, operations),
  };
  return {
    ...shared,
    loadRunner: loads.runner,
    actions: createActionCatalog({ ...shared, scripts }, await loadOperatorActions(config.actionsFolder)),
    versions: new VersionCatalog(),
    heartbeat,
    secrets,
    passwords: new Passwords(),
    publicUrl: config.publicUrl,
    uploadBytesMax: config.uploadBytesMax,
    authenticator,
    counter,
    metrics: createProductMetrics({ db, reads }),
    tracer,
    async close() {
      await loads.close();
      await scripts.close();
      await Promise.all([authenticator.close(), counter.close()]);
      await merger.close();
      closeOutside();
      await heartbeat.stop();
      await blobs.close();
      await bus.close();
      await closeDatabases();
    },
  };
}

/** The ways by which a node speaks to others. */
function createOutside({ config, log }: ServiceOptions) {
  const { outboundAllowedRanges, outboundRoute, smtpUrl, publicUrl } = config;
  const outbound = createOutboundSender({ allowedRanges: outboundAllowedRanges, ...outboundRoute });
  const fromHost = publicUrl === undefined ? "localhost" : new URL(publicUrl).hostname;
  const mailer = createMailer({ smtpUrl, fromHost, log });
  const closeOutside = () => {
    outbound.close();
    mailer.close();
  };
  const { sourceAddress } = outboundRoute;
  const egressAddresses = sourceAddress === undefined ? [] : [sourceAddress];
  return { outbound, outboundAllowedRanges, outboundRoute, egressAddresses, mailer, closeOutside };
}
