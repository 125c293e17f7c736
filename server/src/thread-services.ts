import { join } from "node:path";
import { findNamedActors, findUserIds } from "./access/user-store.ts";
import { composeOnWrite } from "./assortments/compose-on-write.ts";
import type { Config } from "./config/config.ts";
import { TypeCatalog } from "./entities/model/type-catalog.ts";
import { EntityReader } from "./entities/read-entity.ts";
import { EntityWriter } from "./entities/write/entity-writer.ts";
import type { EventListener } from "./entities/write/event-listener.ts";
import { IndexMerger } from "./entities/write/index-merger.ts";
import type { OutsideKinds } from "./entities/write/lock-rows-store.ts";
import type { FollowUp } from "./entities/write/open-write.ts";
import { findFileIds } from "./files/file-store.ts";
import { Files } from "./files/files.ts";
import { type Execute, RetryingLoadRunner } from "./loader/engine/load-jobs.ts";
import { doLoadWork } from "./loader/engine/run-load.ts";
import type { LoadServices } from "./loader/load-services.ts";
import { createBlobStore } from "./platform/blobs/create-blob-store.ts";
import { PostgresDatabase } from "./platform/database/database.ts";
import { WakeUpBus } from "./platform/database/wake-up-bus.ts";
import { ExpressionEvaluator } from "./platform/expressions/offload/expression-evaluator.ts";
import { SecretBox } from "./platform/secret-box.ts";
import { runInOwnThread, threadEntry, WorkThread } from "./platform/threads/work-thread.ts";
import type { ServiceOptions } from "./service-options.ts";
import { webhookListener } from "./webhooks/webhook-listener.ts";
import { workflowListener } from "./workflows/triggers/workflow-listener.ts";

/** The options of the load thread: all of them can be copied to another thread. */
export interface LoadThreadOptions {
  readonly connectionString: string;
  readonly secrets: readonly string[];
  readonly dataFolder: string;
  readonly s3: Config["s3"];
}

const loadConnectionsMax = 4;
const loadMemoryMbMax = 512;

/** The services of loads, in their thread. They live until the thread ends. */
export function createLoadServices({ connectionString, secrets, dataFolder, s3 }: LoadThreadOptions): LoadServices {
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
  const files = new Files({ db, blobs, secrets: new SecretBox(secrets) });
  return { db, bus, types, writer, listeners, files, workFolder: join(dataFolder, "loads") };
}

export function startLoadRunner(options: ServiceOptions, services: LoadServices) {
  const { config, connectionString, secrets, log, runsLoadsHere } = options;
  const data: LoadThreadOptions = { connectionString, secrets, dataFolder: config.dataFolder, s3: config.s3 };
  const entry = threadEntry("./load-thread.ts", import.meta.url);
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

/** The parts of the product that react to events, on a node and in its threads alike. */
export function productListeners(bus: WakeUpBus, expressions: ExpressionEvaluator): readonly EventListener[] {
  return [workflowListener({ bus, expressions }), webhookListener({ bus, expressions })];
}

/** Kinds with their own tables that entities may refer to. */
const outsideKinds: OutsideKinds = new Map([
  ["user", findUserIds],
  ["file", findFileIds],
]);

/** Writes that other writes require, on a node and in its threads alike. */
const followUps: readonly FollowUp[] = [composeOnWrite];

interface EntityServicesOptions {
  readonly db: PostgresDatabase;
  readonly bus: WakeUpBus;
  readonly expressions: ExpressionEvaluator;
  readonly listeners: readonly EventListener[];
}

export function createEntityServices({ db, bus, expressions, listeners }: EntityServicesOptions) {
  const types = new TypeCatalog(db, bus);
  const merger = new IndexMerger(db.forLongWork());
  return {
    types,
    merger,
    reader: new EntityReader(db, types),
    writer: new EntityWriter({ db, bus, types, listeners, followUps, merger, outsideKinds, expressions }),
    actorsOf: (orgId: string, ids: readonly string[]) => findNamedActors(db, orgId, ids),
  };
}
