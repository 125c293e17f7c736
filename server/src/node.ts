import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { createApp } from "./app.ts";
import type { Config } from "./config/config.ts";
import { type PrepareOptions, prepareNode } from "./config/open-database.ts";
import { builtConsole } from "./console/console-files.ts";
import { type FirstStart, makeFirstStart } from "./first-start.ts";
import { explainClosure } from "./platform/database/closure-store.ts";
import { PostgresDatabase } from "./platform/database/database.ts";
import { isReadOnly } from "./platform/database/unavailable.ts";
import { errorCodeOf } from "./platform/error-code.ts";
import { drainConnections } from "./platform/http/drain-connections.ts";
import { databaseSilent } from "./platform/http/health-and-metrics.ts";
import { replaceCertificate } from "./platform/http/http-server.ts";
import type { Job } from "./platform/jobs/job.ts";
import { type JobRunner, startJobRunner } from "./platform/jobs/job-runner.ts";
import { bracketedHost } from "./platform/network-address.ts";
import { openResources, type ResourceStack } from "./platform/open-resources.ts";
import { Problem } from "./platform/problem.ts";
import { admitSecrets } from "./platform/secrets/admit-secrets.ts";
import { explainListenFailure, StartError } from "./platform/start-error.ts";
import type { Tracer } from "./platform/tracing/tracer.ts";
import { sealedTables } from "./sealed-tables.ts";
import type { ServiceOptions } from "./service-options.ts";
import { createServices, ratesOf, type Services } from "./services.ts";
import { WebhookSender } from "./webhooks/webhook-sender.ts";
import { createJobs } from "./wiring.ts";
import { WorkflowEngine } from "./workflows/engine/workflow-engine.ts";

export interface Service {
  /** The URL it listens on, such as http://127.0.0.1:3000. */
  readonly address: string;
  readonly firstStart: FirstStart;
  /**
   * From now on the node is not ready, claims no jobs, and closes each connection with its response. It still serves
   * requests, until load balancers have noticed.
   */
  drain(options?: DrainOptions): void;
  /** Applies the settings that need no restart: certificate, log level, sampling and rate limits. */
  reload(config: Config): void;
  /** Replaces its processes one after the other; undefined for a node of one process. */
  readonly restart?: () => Promise<void>;
  /** Closes the listener, and finishes requests and jobs. */
  stop(): Promise<void>;
}

/** A process that serves requests. */
export interface ServingProcess extends Service {
  measure(): Promise<readonly object[]>;
}

interface DrainOptions {
  /** Another process of this node takes over, so the node remains ready. */
  readonly isReplaced?: boolean;
}

/** Options that the operator does not choose. */
export interface NodeOptions
  extends PrepareOptions,
    Pick<ServiceOptions, "listeners" | "runsLoadsHere" | "consoleFolder" | "hasTerminal"> {}

/** Starts a node: its database, its HTTP server, its jobs. Resolves when it is ready. */
export async function startService(config: Config, log: Logger, options: NodeOptions = {}): Promise<Service> {
  return openResources(async (parts) => {
    const access = await prepareNode(config, log, options, parts);
    return startOn({ ...options, ...access, config, log }, parts);
  });
}

/** Starts what serves requests and runs jobs, on a database that is ready. */
export async function startOn(options: ServiceOptions, parts: ResourceStack): Promise<ServingProcess> {
  try {
    return await startParts(options, parts);
  } catch (error) {
    throw isReadOnly(error) ? await explainReadOnly(options.connectionString, error) : error;
  }
}

/** An operator's command may have closed the database: to start, a node must write. */
async function explainReadOnly(connectionString: string, error: unknown): Promise<unknown> {
  const db = new PostgresDatabase({ connectionString, connectionsMax: 1, applicationName: "weft-start" });
  try {
    return (await explainClosure(db, error)) ?? error;
  } finally {
    await db.close();
  }
}

async function startParts(options: ServiceOptions, parts: ResourceStack): Promise<ServingProcess> {
  const { config, log } = options;
  const services = parts.add(await createServices(options), (created) => created.close());
  await services.heartbeat.announce();
  await admitSecrets(services.db, { secrets: services.secrets, tables: sealedTables });
  let isReady = false;
  const app = await createApp({
    config,
    services,
    logger: log,
    consoleFolder: options.consoleFolder ?? builtConsole(),
    collectMetrics: options.collectMetrics,
    whyNotReady: async () => (isReady ? databaseOutage(services) : "The service is starting or stopping."),
  });
  const connections = drainConnections(app);
  parts.add(app, (created) => created.close());
  await listen(app, config);
  const address = addressOf(app, config);
  const firstStart = await startFirst(options, services, address);
  const workers = config.role === "api" ? [] : await startWorkers(services, address, log);
  for (const worker of workers) {
    // Stopped concurrently, so that they share the time limit of a stop.
    parts.addBeside(worker, () => worker.stop());
  }
  isReady = true;
  return {
    address,
    firstStart,
    measure: () => services.metrics.getMetricsAsJSON(),
    drain({ isReplaced = false } = {}) {
      isReady = isReplaced;
      connections.begin();
      for (const worker of workers) {
        worker.drain();
      }
    },
    reload(next) {
      log.level = next.logLevel;
      app.logSampling.rate = next.logSampleRate;
      services.counter.changeRates(ratesOf(next));
      if (next.tls !== undefined) {
        replaceCertificate(app, next.tls);
        services.certificate.pem = next.tls.cert;
      }
    },
    stop() {
      isReady = false;
      return parts.close();
    },
  };
}

/** A worker serves no API requests: it leaves the first organization to the nodes that do. */
async function startFirst(
  { config, hasTerminal = false }: ServiceOptions,
  services: Services,
  address: string,
): Promise<FirstStart> {
  if (config.role === "worker") {
    return { kind: "later" };
  }
  return makeFirstStart({
    ...services,
    orgSlug: config.firstOrgSlug,
    baseUrl: `${config.publicUrl ?? address}/api`,
    credentialsFile: join(config.dataFolder, "first-credentials.json"),
    hasTerminal,
  });
}

/**
 * A node whose database cannot write is not ready either: most calls would fail. If the operator has closed it, nodes on
 * it serve reads until they are stopped, and a load balancer must not take them away from readers.
 */
async function databaseOutage({ db, dependencies }: Services): Promise<string | undefined> {
  if (!(await db.answers())) {
    return databaseSilent;
  }
  const outage = dependencies.find("database")?.outage;
  return outage instanceof Problem && (await explainClosure(db)) === undefined ? outage.detail : undefined;
}

async function listen(app: FastifyInstance, { host, port, tls }: Config): Promise<void> {
  // The server of our own is unknown to Fastify, which takes it for one without TLS.
  const listenTextResolver = (bound: string) =>
    `listening at ${tls === undefined ? bound : bound.replace(/^http:/, "https:")}`;
  try {
    await app.listen({ host, port, listenTextResolver });
  } catch (error) {
    const failure = explainListenFailure({ host, port }, errorCodeOf(error));
    throw failure === undefined ? error : new StartError(`${failure.why} ${failure.advice}`, { cause: error });
  }
}

/** What runs jobs, tasks and deliveries on a node. */
interface Worker {
  /** Claims no more work. */
  drain(): void;
  stop(): Promise<void>;
}

async function startWorkers(services: Services, address: string, log: FastifyBaseLogger): Promise<readonly Worker[]> {
  return [await startJobs(services, log), startWorkflows(services, address, log), startWebhooks(services, log)];
}

async function startJobs(services: Services, log: FastifyBaseLogger): Promise<JobRunner> {
  return startJobRunner({
    db: services.db,
    bus: services.bus,
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

function startWorkflows(services: Services, address: string, log: FastifyBaseLogger): WorkflowEngine {
  return new WorkflowEngine({
    ...services,
    nodeId: services.heartbeat.id,
    callbackUrl: `${services.publicUrl ?? address}/api/external-events/callback/`,
    onError: (err, taskId) => log.warn({ err, taskId }, "workflow error"),
  });
}

function startWebhooks(services: Services, log: FastifyBaseLogger): WebhookSender {
  return new WebhookSender(services, (err) => log.warn({ err }, "webhook error"));
}

/** A URL that works on this machine: the loopback address if the service listens on all interfaces. */
function addressOf(app: FastifyInstance, config: Config): string {
  const bound = app.server.address();
  const { port } = isAddressInfo(bound) ? bound : { port: config.port };
  const host = config.host === "0.0.0.0" || config.host === "::" ? "127.0.0.1" : config.host;
  return `${config.tls === undefined ? "http" : "https"}://${bracketedHost(host)}:${port}`;
}

function isAddressInfo(bound: string | AddressInfo | null): bound is AddressInfo {
  return typeof bound === "object" && bound !== null;
}
