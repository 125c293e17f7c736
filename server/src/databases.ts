import { hostname } from "node:os";
import { guardFeeds } from "./changes/feed-epoch.ts";
import type { Config } from "./config/config.ts";
import { ownerPoolConnections, poolConnections } from "./config/node-connections.ts";
import { WorkerRouter } from "./distribution/worker-router.ts";
import { PostgresDatabase } from "./platform/database/database.ts";
import type { ServerAddress } from "./platform/database/database-url.ts";
import type { DatabaseOptions } from "./platform/database/open-pool.ts";
import { primaryReads, type Reads, ReplicaReads, readReplayed } from "./platform/database/replica-reads.ts";
import { probeWrites } from "./platform/database/write-probe-store.ts";
import type { Dependencies } from "./platform/dependencies.ts";
import { version } from "./platform/own-package.ts";
import { OtlpExporter } from "./platform/tracing/otlp-exporter.ts";
import { Tracer } from "./platform/tracing/tracer.ts";
import type { ServiceOptions } from "./service-options.ts";

interface Databases {
  readonly db: PostgresDatabase;
  /** For what only the owner of the schema may do. */
  readonly ownerDb: PostgresDatabase;
  readonly reads: Reads;
  readonly tracer: Tracer | undefined;
  closeDatabases(): Promise<void>;
}

/** The primary, the optional replica, and the recorder of their statements. */
export function createDatabases(options: ServiceOptions, dependencies: Dependencies): Databases {
  const { config, connectionString, ownerConnectionString = connectionString } = options;
  const { tracer, closeTracing } = createTracing(options);
  const primary = dependencies.watch("database", { probe: () => probeWrites(db) });
  const observers = { tracer, onOutage: primary.fail };
  const optionsOf = (url: string, connectionsMax: number) => poolOptions(url, config, { ...observers, connectionsMax });
  const { databaseReplicaUrl, databasePool, databaseWorkers } = config;
  const prepare = guardFeeds(connectionString);
  const primaryOptions = { ...optionsOf(connectionString, poolConnections(config)), prepare };
  const openRouted = (addresses: ReadonlyMap<string, ServerAddress>) => {
    const workers = dependencies.watch("workers", { probe: () => routes.requireUsable() });
    const routes = new WorkerRouter({ database: primaryOptions, addresses, onOutage: workers.fail });
    return routes;
  };
  const routes = databaseWorkers === undefined ? undefined : openRouted(databaseWorkers);
  const db = routes?.coordinator ?? new PostgresDatabase(primaryOptions);
  const ownerDb =
    ownerConnectionString === connectionString
      ? db
      : new PostgresDatabase({ ...optionsOf(ownerConnectionString, ownerPoolConnections), prepare });
  const openReplica = (url: string) => {
    const watched = dependencies.watch("replica", { probe: () => readReplayed(replica) });
    const replica = new PostgresDatabase({
      ...optionsOf(url, databasePool),
      acceptsStandby: true,
      onOutage: watched.fail,
    });
    return new ReplicaReads(db, replica);
  };
  const reads = databaseReplicaUrl === undefined ? primaryReads(db) : openReplica(databaseReplicaUrl);
  return {
    db,
    ownerDb,
    reads,
    tracer,
    async closeDatabases() {
      await reads.close();
      await (routes ?? db).close();
      await (ownerDb === db ? undefined : ownerDb.close());
      await closeTracing();
    },
  };
}

function poolOptions(
  connectionString: string,
  { role, statementTimeoutMs }: Config,
  options: Pick<DatabaseOptions, "tracer" | "onOutage" | "connectionsMax">,
): DatabaseOptions {
  return { connectionString, applicationName: `weft-${role}`, statementTimeoutMs, ...options };
}

interface Tracing {
  /** Undefined unless the operator has configured a collector. */
  readonly tracer: Tracer | undefined;
  closeTracing(): Promise<void>;
}

function createTracing({ config, log }: Pick<ServiceOptions, "config" | "log">): Tracing {
  if (config.tracing === undefined) {
    return { tracer: undefined, closeTracing: async () => {} };
  }
  const { endpoint, headers, resource, ...sampling } = config.tracing;
  const exporter = new OtlpExporter({
    endpoint,
    headers,
    resource: {
      "service.version": version,
      "service.instance.id": `${hostname()}:${process.pid}`,
      "weft.role": config.role,
      // The operator knows better, such as the name of a pod.
      ...resource,
    },
    onFailure: (reason) => log.warn({ reason }, "traces could not be exported"),
  });
  return {
    tracer: new Tracer({ ...sampling, keep: (span) => exporter.keep(span) }),
    closeTracing: () => exporter.close(),
  };
}
