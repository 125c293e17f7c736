import { join } from "node:path";
import type { Config } from "./config.ts";
import { createEntityServices, productListeners } from "./create-entity-services.ts";
import { Files } from "./files/files.ts";
import { doLoadWork } from "./loader/engine/do-load-work.ts";
import { type Execute, RetryingLoadRunner } from "./loader/engine/retrying-load-runner.ts";
import type { LoadServices } from "./loader/load-services.ts";
import { createBlobStore } from "./platform/blobs/create-blob-store.ts";
import { PostgresDatabase } from "./platform/database/database.ts";
import { WakeUpBus } from "./platform/database/wake-up-bus.ts";
import { ExpressionEvaluator } from "./platform/expressions/offload/expression-evaluator.ts";
import { runInOwnThread, WorkThread } from "./platform/threads/work-thread.ts";
import type { ServiceOptions } from "./service-options.ts";

/** The options of the load thread: all of them can be copied to another thread. */
export interface LoadThreadOptions {
  readonly connectionString: string;
  readonly secret: string;
  readonly dataFolder: string;
  readonly s3: Config["s3"];
}

const loadConnectionsMax = 4;
const loadMemoryMbMax = 512;

/** The services of loads, in their thread. They live until the thread ends. */
export function createLoadServices({ connectionString, secret, dataFolder, s3 }: LoadThreadOptions): LoadServices {
  const db = new PostgresDatabase({
    connectionString,
    connectionsMax: loadConnectionsMax,
    applicationName: "weft-loads",
  });
  const bus = new WakeUpBus(connectionString);
  const blobs = createBlobStore({ folder: join(dataFolder, "files"), s3 });
  const expressions = new ExpressionEvaluator();
  const listeners = productListeners(bus, expressions);
  const { types, writer } = createEntityServices({ db, bus, expressions, listeners });
  const files = new Files({ db, blobs, secret });
  return { db, bus, types, writer, listeners, files, workFolder: join(dataFolder, "loads") };
}

export function startLoadRunner(options: ServiceOptions, services: LoadServices) {
  const { config, connectionString, secret, log, runsLoadsHere } = options;
  const data: LoadThreadOptions = { connectionString, secret, dataFolder: config.dataFolder, s3: config.s3 };
  const entry = new URL(import.meta.url.endsWith(".ts") ? "./load-thread.ts" : "./load-thread.js", import.meta.url);
  const threadOptions = { entry, data, memoryMbMax: loadMemoryMbMax };
  const thread = new WorkThread(threadOptions);
  const here: Execute = (work, stopping) => doLoadWork(services, work, stopping);
  const runner = new RetryingLoadRunner({
    services,
    execute: runsLoadsHere === true ? here : (work, stopping) => thread.run(work, stopping),
    executeAlone: runsLoadsHere === true ? here : (work, stopping) => runInOwnThread(threadOptions, work, stopping),
    onError: (err, { loadId }) => log.warn({ err, loadId }, "load error"),
  });
  return { runner, close: () => thread.close() };
}
