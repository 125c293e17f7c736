import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { realpathSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { AggregatorRegistry } from "prom-client";
import type { Config } from "../config/config.ts";
import { type DatabaseAccess, prepareNode } from "../config/open-database.ts";
import type { NodeOptions, Service } from "../node.ts";
import { openResources } from "../platform/open-resources.ts";
import { StartError } from "../platform/start-error.ts";
import { isReport, type Order, type ProcessTask, type Report } from "./process-messages.ts";

// A process ends itself sooner. Afterwards the embedded PostgreSQL stops.
const killAfterMs = 7_500;
const measureWaitMs = 2_000;
// A process that ends sooner than this is not replaced at once.
const shortLifeMs = 5_000;
const replaceDelayMsMax = 30_000;
const drainMsDefault = 1_000;

/**
 * Starts a node of several processes: this one owns the database and the port, and replaces processes that end. Only the
 * first of them runs jobs.
 */
export async function startProcesses(config: Config, log: Logger, options: NodeOptions = {}): Promise<Service> {
  return openResources(async (parts) => {
    const access = await prepareNode(config, log, options, parts);
    // Any free port is chosen once, so that it stays the same if all processes end at the same time.
    const own = config.port === 0 ? { ...config, port: await findFreePort(config.host) } : config;
    const supervisor = parts.add(new Supervisor(own, log, access, options.hasTerminal ?? false), (opened) =>
      opened.stop(),
    );
    const { address, firstStart } = await supervisor.start();
    return {
      address,
      firstStart,
      drain: () => supervisor.order({ kind: "drain", isReplaced: false }),
      reload: () => supervisor.order({ kind: "reload" }),
      restart: () => supervisor.restart(),
      stop: () => parts.close(),
    };
  });
}

async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** The path may contain a link to the folder of a version, which an upgrade points to another one. */
const ownScript = realpathSync(process.argv[1] ?? "");

type Ready = Extract<Report, { kind: "ready" }>;

/** A process and what was asked of it. */
class Child {
  readonly number: number;
  readonly worker: Worker;
  readonly #begun = Date.now();
  isReady = false;
  failure: Error | undefined;
  /** It was ordered to stop. */
  isLeaving = false;

  constructor(number: number, worker: Worker) {
    this.number = number;
    this.worker = worker;
  }

  get isShortLived(): boolean {
    return Date.now() - this.#begun < shortLifeMs;
  }

  order(order: Order): void {
    // One that has just ended receives nothing.
    if (this.worker.isConnected()) {
      this.worker.send(order, () => {});
    }
  }

  async stop(): Promise<void> {
    this.isLeaving = true;
    if (this.worker.isDead()) return;
    const ended = once(this.worker, "exit");
    this.order({ kind: "stop" });
    const killer = setTimeout(() => this.worker.process.kill("SIGKILL"), killAfterMs);
    await ended;
    clearTimeout(killer);
  }
}

class Supervisor {
  readonly #config: Config;
  readonly #log: Logger;
  readonly #access: DatabaseAccess;
  readonly #hasTerminal: boolean;
  readonly #children = new Set<Child>();
  readonly #measurements = new Map<number, (metrics: readonly object[]) => void>();
  readonly #shortLives = new Map<number, number>();
  #lastMeasurement = 0;
  #isStopping = false;
  #isRestarting = false;

  constructor(config: Config, log: Logger, access: DatabaseAccess, hasTerminal: boolean) {
    this.#config = config;
    this.#log = log;
    this.#access = access;
    this.#hasTerminal = hasTerminal;
  }

  /** The first process creates the first organization, if there is none. */
  async start(): Promise<Ready> {
    const first = await this.#startChild(1);
    const others = Array.from({ length: this.#config.processes - 1 }, (_, index) => this.#startChild(index + 2));
    await Promise.all(others);
    return first;
  }

  order(order: Order): void {
    for (const child of this.#children) {
      child.order(order);
    }
  }

  /** Replaces one process after the other. Each is stopped when its successor serves requests. */
  async restart(): Promise<void> {
    if (this.#isRestarting || this.#isStopping) {
      this.#log.warn("SIGUSR2 ignored: the processes are already being replaced or stopped");
      return;
    }
    this.#isRestarting = true;
    try {
      for (const child of [...this.#children].filter(({ worker }) => !worker.isDead())) {
        await this.#startSuccessor(child);
        child.order({ kind: "drain", isReplaced: true });
        await delay(this.#config.shutdownDelayMs ?? drainMsDefault);
        await child.stop();
      }
      this.#log.info({ processes: this.#config.processes }, "all processes were replaced");
    } catch (err) {
      this.#log.error({ err }, "the new process does not start: the processes that run are kept");
    } finally {
      this.#isRestarting = false;
    }
  }

  /** A process that ends while its successor starts is replaced by that one alone. */
  async #startSuccessor(child: Child): Promise<void> {
    child.isLeaving = true;
    try {
      await this.#startChild(child.number);
    } catch (error) {
      child.isLeaving = false;
      if (child.worker.isDead()) void this.#startLater(child.number, 0);
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([...this.#children].map((child) => child.stop()));
  }

  #startChild(number: number): Promise<Ready> {
    cluster.setupPrimary({ exec: ownScript });
    const child = new Child(number, cluster.fork());
    this.#children.add(child);
    return new Promise((resolve, reject) => {
      child.worker.on("message", (message: unknown) => {
        if (isReport(message)) {
          this.#receive(child, message, resolve);
        }
      });
      child.worker.once("exit", (code, signal) => {
        this.#children.delete(child);
        if (child.isReady) {
          this.#replace(child, { code, signal, err: child.failure });
        } else {
          reject(child.failure ?? new Error(`process ${number} ended with ${signal ?? code} before it was ready`));
        }
      });
    });
  }

  #receive(child: Child, report: Report, onReady: (ready: Ready) => void): void {
    switch (report.kind) {
      case "loaded":
        child.order({ kind: "start", task: this.#taskOf(child.number) });
        break;
      case "ready":
        child.isReady = true;
        onReady(report);
        break;
      case "failed":
        child.failure = report.isExpected ? new StartError(report.message) : new Error(report.message);
        break;
      case "measured":
        this.#measurements.get(report.id)?.(report.metrics);
        break;
      case "scraped":
        void this.#scrape().then((text) => child.order({ kind: "metrics", id: report.id, text }));
        break;
    }
  }

  #taskOf(number: number): ProcessTask {
    const { role, processes, databasePool, port } = this.#config;
    const share = Math.floor(databasePool / processes);
    const { connectionString, ownerConnectionString, secrets } = this.#access;
    return {
      number,
      role: number === 1 ? role : "api",
      databasePool: number === 1 ? databasePool - share * (processes - 1) : share,
      port,
      access: { connectionString, ownerConnectionString, secrets },
      hasTerminal: this.#hasTerminal,
    };
  }

  /** The metrics of all processes that respond, each combined as its definition says. */
  async #scrape(): Promise<string> {
    const answers = [...this.#children].map((child) => this.#measureChild(child));
    return AggregatorRegistry.aggregate(await Promise.all(answers)).metrics();
  }

  async #measureChild(child: Child): Promise<object[]> {
    const id = ++this.#lastMeasurement;
    const answered = new Promise<readonly object[]>((resolve) => this.#measurements.set(id, resolve));
    child.order({ kind: "measure", id });
    const metrics = await Promise.race([answered, delay(measureWaitMs, [], { ref: false })]);
    this.#measurements.delete(id);
    return [...metrics];
  }

  #replace(
    child: Child,
    end: { readonly code: number; readonly signal: string; readonly err: Error | undefined },
  ): void {
    if (child.isLeaving || this.#isStopping) return;
    const { number } = child;
    const shortLives = child.isShortLived ? (this.#shortLives.get(number) ?? 0) + 1 : 0;
    this.#shortLives.set(number, shortLives);
    const waitMs = shortLives === 0 ? 0 : Math.min(500 * 2 ** shortLives, replaceDelayMsMax);
    this.#log.error({ process: number, ...end, waitMs }, "a process ended unexpectedly and is being replaced");
    void this.#startLater(number, waitMs);
  }

  async #startLater(number: number, waitMs: number): Promise<void> {
    await delay(waitMs, undefined, { ref: false });
    if (this.#isStopping) return;
    await this.#startChild(number).catch((err: unknown) => {
      if (this.#isStopping) return;
      this.#log.error({ process: number, err }, "a process does not start and is tried again");
      void this.#startLater(number, Math.min(Math.max(waitMs, 500) * 2, replaceDelayMsMax));
    });
  }
}
