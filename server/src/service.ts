import { mkdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { type FirstCredentials, makeFirstStart } from "./access/first-start.ts";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { builtConsole } from "./console/console-files.ts";
import { migrateDatabase } from "./migrate-database.ts";
import { createServices, type Services } from "./node-services.ts";
import { type DatabaseAccess, openDatabase } from "./open-database.ts";
import { type Job, type JobRunner, startJobRunner } from "./platform/jobs/job-runner.ts";
import type { Tracer } from "./platform/tracing/tracer.ts";
import type { ServiceOptions } from "./service-options.ts";
import { WebhookSender } from "./webhooks/webhook-sender.ts";
import { createJobs } from "./wiring.ts";
import { WorkflowEngine } from "./workflows/workflow-engine.ts";

export interface Service {
  /** Where it listens, such as http://127.0.0.1:3000. */
  readonly address: string;
  /** Only on the very first start. */
  readonly firstCredentials: FirstCredentials | undefined;
  stop(): Promise<void>;
}

/** What is not the operator's to choose. */
type NodeOptions = Pick<ServiceOptions, "listeners" | "runsLoadsHere" | "consoleFolder">;

/** Starts a node: its database, its HTTP server, its jobs. Answered when it is ready. */
export async function startService(config: Config, log: Logger, options: NodeOptions = {}): Promise<Service> {
  await mkdir(config.dataFolder, { recursive: true, mode: 0o700 });
  const database = await openDatabase(config, (reason) =>
    log.error({ reason }, "PostgreSQL died and is started again"),
  );
  try {
    return await startOn(database, config, log, options);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function startOn(database: DatabaseAccess, config: Config, log: Logger, options: NodeOptions): Promise<Service> {
  const { connectionString, secret } = database;
  await migrateDatabase(connectionString);
  const services = await createServices({ ...options, config, connectionString, secret, log });
  let isReady = false;
  const app = await createApp({
    config,
    services,
    logger: log,
    consoleFolder: options.consoleFolder ?? builtConsole(),
    isReady: async () => isReady && (await services.db.answers()),
  });
  await app.listen({ host: config.host, port: config.port });
  const address = addressOf(app, config);
  const firstCredentials = await makeFirstStart({
    ...services,
    orgSlug: config.firstOrgSlug,
    baseUrl: `${address}/api`,
    credentialsFile: join(config.dataFolder, "first-credentials.json"),
  });
  const jobRunner = config.role === "api" ? undefined : await startJobs(services, log);
  const engine = config.role === "api" ? undefined : startWorkflows(services, address, log);
  const webhookSender = config.role === "api" ? undefined : startWebhooks(services, log);
  isReady = true;
  return {
    address,
    firstCredentials,
    async stop() {
      isReady = false;
      await Promise.all([app.close(), jobRunner?.stop(), webhookSender?.stop(), engine?.stop()]);
      await services.close();
      await database.close();
    },
  };
}

async function startJobs(services: Services, log: Logger): Promise<JobRunner> {
  return startJobRunner({
    db: services.db,
    heartbeat: services.heartbeat,
    jobs: createJobs(services).map((job) => traceJob(services.tracer, job)),
    onFailure: (task, err) => log.warn({ task, err }, "job failed"),
  });
}

function traceJob(tracer: Tracer | undefined, job: Job): Job {
  return tracer === undefined
    ? job
    : {
        ...job,
        run: (...given) => tracer.trace({ name: `job ${job.task}`, kind: "internal" }, () => job.run(...given)),
      };
}

function startWorkflows(services: Services, address: string, log: Logger): WorkflowEngine {
  return new WorkflowEngine({
    ...services,
    nodeId: services.heartbeat.id,
    callbackUrl: `${services.publicUrl ?? address}/api/external-events/callback/`,
    onFault: (err, taskId) => log.warn({ err, taskId }, "a workflow has met a fault"),
  });
}

function startWebhooks(services: Services, log: Logger): WebhookSender {
  return new WebhookSender(services, (err) => log.warn({ err }, "webhooks have met a fault"));
}

/** An address that works on this machine: who listens everywhere is reached by the loopback address. */
function addressOf(app: FastifyInstance, config: Config): string {
  const bound = app.server.address();
  const { port } = isAddressInfo(bound) ? bound : { port: config.port };
  const host = config.host === "0.0.0.0" || config.host === "::" ? "127.0.0.1" : config.host;
  return `${config.tls === undefined ? "http" : "https"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function isAddressInfo(bound: string | AddressInfo | null): bound is AddressInfo {
  return typeof bound === "object" && bound !== null;
}
