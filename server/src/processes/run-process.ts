import { pino } from "pino";
import type { LoadedSettings } from "../config/config.ts";
import { prepareSchema } from "../config/open-database.ts";
import { type ServingProcess, startOn } from "../node.ts";
import { unavailable } from "../platform/errors.ts";
import { openResources } from "../platform/open-resources.ts";
import { Problem } from "../platform/problem.ts";
import { StartError } from "../platform/start-error.ts";
import { isOrder, type Order, type ProcessTask, type Report } from "./process-messages.ts";

const stopWaitMs = 7_000;
const metricsWaitMs = 3_000;

/**
 * One of several processes of a node: serves requests on the port of its supervisor, and follows its orders. It ends
 * with the supervisor: Node exits when the channel between them closes.
 */
export async function runProcess(load: () => LoadedSettings): Promise<void> {
  // A terminal and systemd signal all processes, but the supervisor decides when each of them stops.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR2"] as const) {
    process.on(signal, () => {});
  }
  const scrapes = new Scrapes();
  let service: ServingProcess | undefined;
  const follow = async (order: Order): Promise<void> => {
    switch (order.kind) {
      case "start":
        service = await start(order.task, load, scrapes).catch(fail);
        break;
      case "drain":
        service?.drain({ isReplaced: order.isReplaced });
        break;
      case "reload":
        service?.reload(load().config);
        break;
      case "stop":
        await stop(service);
        break;
      case "measure":
        report({ kind: "measured", id: order.id, metrics: (await service?.measure()) ?? [] });
        break;
      case "metrics":
        scrapes.answer(order.id, order.text);
        break;
    }
  };
  process.on("message", (message) => {
    if (isOrder(message)) {
      // Only a failed start ends the process: settings that cannot be read now do not.
      follow(message).catch((err: unknown) => pino({ base: null }).error({ err, order: message.kind }, "order failed"));
    }
  });
  report({ kind: "loaded" });
}

function report(message: Report): void {
  process.send?.(message);
}

async function start(task: ProcessTask, load: () => LoadedSettings, scrapes: Scrapes): Promise<ServingProcess> {
  const { number, role, databasePool, port, access, hasTerminal } = task;
  const config = { ...load().config, role, databasePool, port };
  const base = { process: number };
  const log = pino({ level: config.logLevel, base, timestamp: pino.stdTimeFunctions.isoTime });
  // The supervisor has migrated. A process that replaces another may be of a newer release.
  await prepareSchema({ ...access, close: async () => {} }, { needsOwner: role !== "api", migrates: false }, log);
  const options = { ...access, config, log, hasTerminal, collectMetrics: () => scrapes.ask() };
  const service = await openResources((parts) => startOn(options, parts));
  report({ kind: "ready", address: service.address, firstStart: service.firstStart });
  return service;
}

/** Requests for the metrics of the node, which the supervisor collects from all processes. */
class Scrapes {
  readonly #waiting = new Map<number, (text: string) => void>();
  #last = 0;

  ask(): Promise<string> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(
          unavailable("The other processes of this node have not sent their metrics. Retry in a second.", {
            retryAfterSeconds: 1,
          }),
        );
      }, metricsWaitMs);
      this.#waiting.set(id, (text) => {
        clearTimeout(timer);
        resolve(text);
      });
      report({ kind: "scraped", id });
    });
  }

  answer(id: number, text: string): void {
    this.#waiting.get(id)?.(text);
    this.#waiting.delete(id);
  }
}

/** A stop that takes too long ends the process: no acknowledged write is lost. */
async function stop(service: ServingProcess | undefined): Promise<never> {
  setTimeout(() => process.exit(1), stopWaitMs).unref();
  await service?.stop();
  process.exit(0);
}

function fail(error: unknown): undefined {
  const isExpected = error instanceof StartError || error instanceof Problem;
  const message =
    error instanceof Error ? (isExpected ? error.message : (error.stack ?? error.message)) : String(error);
  process.send?.({ kind: "failed", message, isExpected } satisfies Report, () => process.exit(1));
}
