import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Tracer } from "../tracing/tracer.ts";
import { beginSession, connectHost, type HostOptions, HostPool } from "./database-hosts.ts";
import { watchConnections } from "./silent-connections.ts";
import { readTimestamp } from "./sql.ts";
import { asUnavailable } from "./unavailable.ts";

export interface DatabaseOptions extends HostOptions {
  /** A postgres:// URL, which may name several hosts, or the folder of a Unix socket. */
  readonly connectionString: string;
  readonly connectionsMax: number;
  readonly applicationName: string;
  /** A statement that takes longer is canceled. Default: no limit. */
  readonly statementTimeoutMs?: number | undefined;
  /** How often to look for connections that have lost their server. Default: 4 s. */
  readonly lookEveryMs?: number | undefined;
  readonly tracer?: Tracer | undefined;
  /** Used while the server cannot be connected to. */
  readonly fallback?: pg.Pool | undefined;
  /** Called with every failure that is the database's own, also on connections that are not in use. */
  readonly onOutage?: ((failure: unknown) => void) | undefined;
}

// PostgreSQL's int8 arrives as text by default; our numbers stay far below 2^53.
const int8Oid = 20;
const timestamptzOid = pg.types.builtins.TIMESTAMPTZ;
const connectTimeoutMs = 5_000;
const lookEveryMsDefault = 4_000;

export function openPool(options: DatabaseOptions): pg.Pool {
  const { applicationName, lookEveryMs: everyMs = lookEveryMsDefault } = options;
  const session = { application_name: applicationName, connectionTimeoutMillis: connectTimeoutMs };
  const timeout = { query_timeout: connectTimeoutMs };
  const servers = new WeakMap<pg.ClientBase, string>();
  const pool = new HostPool(options, {
    ...session,
    max: options.connectionsMax,
    idleTimeoutMillis: 60_000,
    // Part of a connection's startup message, so that it needs no round trip.
    ...(options.statementTimeoutMs === undefined ? {} : { statement_timeout: options.statementTimeoutMs }),
    types: { getTypeParser: typeParser },
    onConnect: async (client) => {
      const { rows } = await client.query<{ server: string }>({ text: beginSession, ...timeout });
      servers.set(client, rows[0]?.server ?? "");
    },
  });
  const look = watchConnections(pool, {
    originOf: (client) => ({ hostUrl: pool.hostUrlOf(client), server: servers.get(client) ?? "" }),
    connect: (hostUrl) => connectHost(hostUrl, { ...session, ...timeout }),
    followsPrimary: pool.followsPrimary,
  });
  void (async () => {
    while (!pool.ending) {
      await delay(everyMs, undefined, { ref: false });
      await look();
    }
  })();
  // A connection that breaks while idle leaves the pool; the next query opens another.
  pool.on("error", (error) => options.onOutage?.(asUnavailable(error)));
  return pool;
}

function typeParser(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (oid === int8Oid) {
    return Number;
  }
  if (oid === timestamptzOid && format !== "binary") {
    return readTimestamp;
  }
  return format === "binary" ? pg.types.getTypeParser(oid, "binary") : pg.types.getTypeParser(oid, "text");
}
