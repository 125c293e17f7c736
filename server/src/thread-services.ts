import { join } from "node:path";
import { findNamedActors, findUserIds } from "./access/user-store.ts";
import { composeOnWrite } from "./assortments/compose-on-write.ts";
import { guardFeeds } from "./changes/feed-epoch.ts";
import type { Config } from "./config/config.ts";
import { loadPoolConnections } from "./config/node-connections.ts";
import { rememberDistribution } from "./distribution/remember-distribution.ts";
import { WorkerRouter } from "./distribution/worker-router.ts";
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
import { doLoadWork, type LoadWork } from "./loader/engine/run-load.ts";
import type { LoadServices } from "./loader/load-services.ts";
import { createBlobStore } from "./platform/blobs/create-blob-store.ts";
import { PostgresDatabase } from "./platform/database/database.ts";
import { WakeUpBus } from "./platform/database/wake-up-bus.ts";
import type { Dependencies, DependencyName } from "./platform/dependencies.ts";
import { ExpressionEvaluator } from "./platform/expressions/offload/expression-evaluator.ts";
import { Problem } from "./platform/problem.ts";
import { SecretBox } from "./platform/secret-box.ts";
import { type SerializedError, serializeError, ThreadError } from "./platform/threads/thread-error.ts";
import { runInOwnThread, threadEntry, WorkThread } from "./platform/threads/work-thread.ts";
import type { ServiceOptions } from "./service-options.ts";
import { webhookListener } from "./webhooks/webhook-listener.ts";
import { workflowListener } from "./workflows/triggers/workflow-listener.ts";

/** The options of the load thread: all of them can be copied to another thread. */
export interface LoadThreadOptions {
  readonly connectionString: string;
  readonly workers: Config["databaseWorkers"];
  readonly secrets: readonly string[];
  readonly dataFolder: string;
  readonly s3: Config["s3"];
}

/** A call of the load thread failed because of a dependency. */
export interface OutageNotice {
  readonly dependency: DependencyName;
  readonly error: SerializedError;
}

const loadMemoryMbMax = 512;

/** The services of loads, in their thread. They live until the thread ends. */
export function createLoadServices(
  { connectionString, workers, secrets, dataFolder, s3 }: LoadThreadOptions,
  onOutage: (outage: OutageNotice) => void,
): LoadServices {
  const report = (dependency: DependencyName) => (failure: unknown) => {
    // The public text names no reason.
    const cause = failure instanceof Problem ? (failure.cause ?? failure) : failure;
    onOutage({ dependency, error: serializeError(cause) });
  };
  const database = {
    connectionString,
    connectionsMax: loadPoolConnections,
    applicationName: "weft-loads",
    prepare: guardFeeds(connectionString),
    onOutage: report("database"),
  };
  const db =
    workers === undefined
      ? new PostgresDatabase(database)
      : new WorkerRouter({ database, addresses: workers, onOutage: report("workers") }).coordinator;
  const bus = new WakeUpBus(connectionString, report("database"));
  const blobs = createBlobStore({
    folder: join(dataFolder, "files"),
    s3,
    onOutage: report(s3 === undefined ? "disk" : "s3"),
  });
  const expressions = new ExpressionEvaluator();
  const listeners = productListeners(bus, expressions);
  const { types, writer } = createEntityServices({
    db,
    bus,
    expressions,
    listeners,
    isDistributed: rememberDistribution(db),
  });
  const files = new Files({ db, blobs, secrets: new SecretBox(secrets) });
  return { db, bus, types, writer, listeners, files, workFolder: join(dataFolder, "loads") };
}

export function startLoadRunner(options: ServiceOptions, services: LoadServices, dependencies: Dependencies) {
  const { config, connectionString, secrets, log, runsLoadsHere } = options;
  const { databaseWorkers: workers, dataFolder, s3 } = config;
  const data: LoadThreadOptions = { connectionString, workers, secrets, dataFolder, s3 };
  const entry = threadEntry("./load-thread.ts", import.meta.url);
  // The node probes its dependencies on its own connections, whichever thread has found a failure.
  const onNotice = ({ dependency, error }: OutageNotice) => dependencies.find(dependency)?.fail(new ThreadError(error));
  const threadOptions = { entry, data, memoryMbMax: loadMemoryMbMax, onNotice };
  const thread = new WorkThread<LoadWork, void, OutageNotice>(threadOptions);
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
  readonly isDistributed: () => Promise<boolean>;
}

export function createEntityServices(options: EntityServicesOptions) {
  const { db, bus } = options;
  const types = new TypeCatalog(db, bus);
  const merger = new IndexMerger(db.forLongWork());
  return {
    types,
    merger,
    reader: new EntityReader(db, types),
    writer: new EntityWriter({ ...options, types, followUps, merger, outsideKinds }),
    actorsOf: (orgId: string, ids: readonly string[]) => findNamedActors(db.ofOrg(orgId), orgId, ids),
  };
}
