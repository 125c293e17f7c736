import type { Config } from "./config.ts";
import { createTracing } from "./create-tracing.ts";
import { PostgresDatabase } from "./platform/database/database.ts";
import { primaryReads, type Reads, ReplicaReads } from "./platform/database/replica-reads.ts";
import type { Tracer } from "./platform/tracing/tracer.ts";
import type { ServiceOptions } from "./service-options.ts";

export interface Databases {
  readonly db: PostgresDatabase;
  readonly reads: Reads;
  readonly tracer: Tracer | undefined;
  closeDatabases(): Promise<void>;
}

/** The primary, the optional replica, and the recorder of their statements. */
export function createDatabases(options: ServiceOptions): Databases {
  const { config, connectionString } = options;
  const { tracer, closeTracing } = createTracing(options);
  const db = openPool(connectionString, config, tracer);
  const { databaseReplicaUrl } = config;
  const reads =
    databaseReplicaUrl === undefined
      ? primaryReads(db)
      : new ReplicaReads(db, openPool(databaseReplicaUrl, config, tracer));
  return {
    db,
    reads,
    tracer,
    async closeDatabases() {
      await reads.close();
      await db.close();
      await closeTracing();
    },
  };
}

function openPool(
  connectionString: string,
  { databasePool, role, statementTimeoutMs }: Config,
  tracer: Tracer | undefined,
): PostgresDatabase {
  return new PostgresDatabase({
    connectionString,
    connectionsMax: databasePool,
    applicationName: `weft-${role}`,
    statementTimeoutMs,
    tracer,
  });
}
