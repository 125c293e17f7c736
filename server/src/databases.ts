import { hostname } from "node:os";
import { guardFeeds } from "./changes/feed-epoch.ts";
import type { Config } from "./config/config.ts";
import { ownerPoolConnections, poolConnections } from "./config/node-connections.ts";
import { PostgresDatabase } from "./platform/database/database.ts";
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
  const observers = { tracer, onOutage: primary.fail, prepare: guardFeeds(connectionString) };
  const db = openPool(connectionString, config, { ...observers, connectionsMax: poolConnections(config) });
  const ownerDb =
    ownerConnectionString === connectionString
      ? db
      : openPool(ownerConnectionString, config, { ...observers, connectionsMax: ownerPoolConnections });
  const { databaseReplicaUrl, databasePool } = config;
  const openReplica = (url: string) => {
    const watched = dependencies.watch("replica", { probe: () => readReplayed(replica) });
    const replica = openPool(url, config, { tracer, onOutage: watched.fail, connectionsMax: databasePool });
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
      await db.close();
      await (ownerDb === db ? undefined : ownerDb.close());
      await closeTracing();
    },
  };
}

function openPool(
  connectionString: string,
  { role, statementTimeoutMs }: Config,
  options: Pick<DatabaseOptions, "tracer" | "onOutage" | "connectionsMax" | "prepare">,
): PostgresDatabase {
  return new PostgresDatabase({
    connectionString,
    applicationName: `weft-${role}`,
    statementTimeoutMs,
    ...options,
  });
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
  const { endpoint, headers, ratio, serviceName } = config.tracing;
  const exporter = new OtlpExporter({
    endpoint,
    headers,
    resource: {
      "service.name": serviceName,
      "service.version": version,
      "service.instance.id": `${hostname()}:${process.pid}`,
      "weft.role": config.role,
    },
    onFailure: (reason) => log.warn({ reason }, "traces could not be exported"),
  });
  return {
    tracer: new Tracer({ ratio, keep: (span) => exporter.keep(span) }),
    closeTracing: () => exporter.close(),
  };
}
