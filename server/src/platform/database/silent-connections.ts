import assert from "node:assert";
import { Socket } from "node:net";
import type pg from "pg";
import { isNoResponse } from "./unavailable.ts";

export interface SilenceOptions {
  /** Connects a session beside the pool, to the same server. Rejects if it does not respond in time. */
  readonly connect: () => Promise<pg.Client>;
  /** How often to look. A connection is closed after the second look that finds it dead. */
  readonly everyMs: number;
}

interface Watched {
  isInUse: boolean;
  /** Bytes sent and received, as of the last look. */
  traffic: number;
  /** How often in a row the server was not working on the statement that waits. */
  doubts: number;
}

/**
 * Closes connections of a pool that have lost their server unnoticed, behind a partition or a proxy that hangs: TCP
 * would wait for a quarter of an hour, or forever. A statement may take long, so silence alone proves nothing. If a
 * statement waits and no byte has moved since the last look, the server is asked over another connection whether it is
 * working on it. Costs nothing while statements are answered.
 */
export function closeSilentConnections(pool: pg.Pool, { connect, everyMs }: SilenceOptions): void {
  const clients = new Map<pg.PoolClient, Watched>();
  pool.on("acquire", (client) => clients.set(client, { isInUse: true, traffic: trafficOf(client), doubts: 0 }));
  pool.on("release", (_, client) => clients.set(client, { isInUse: false, traffic: 0, doubts: 0 }));
  pool.on("remove", (client) => clients.delete(client));
  const look = async () => {
    const silent = [...clients].filter(([client, watched]) => isSilent(client, watched));
    const isWorking =
      silent.length === 0
        ? () => true
        : await askServer(
            connect,
            silent.map(([client]) => pidOf(client)),
          );
    const dead = silent.filter(([client, watched]) => {
      watched.doubts = isWorking(pidOf(client)) ? 0 : watched.doubts + 1;
      return watched.doubts > 1 && isSilent(client, watched);
    });
    for (const [client, watched] of clients) {
      watched.traffic = trafficOf(client);
      // What is idle went the same way. Nothing is lost if it did not.
      if (dead.length > 0 && !watched.isInUse) close(client);
    }
    for (const [client] of dead) close(client);
  };
  void (async () => {
    while (!pool.ending) {
      await new Promise((resolve) => setTimeout(resolve, everyMs).unref());
      await look();
    }
  })();
}

/** Whether a statement waits for its response, and nothing was sent or received since the last look. */
function isSilent(client: pg.PoolClient, { isInUse, traffic }: Watched): boolean {
  const isReady: unknown = Reflect.get(client, "readyForQuery");
  assert(typeof isReady === "boolean", "pg has no readyForQuery");
  return isInUse && !isReady && trafficOf(client) === traffic;
}

function trafficOf({ connection: { stream } }: pg.PoolClient): number {
  assert(stream instanceof Socket, "a connection without a socket");
  return stream.bytesRead + stream.bytesWritten;
}

function pidOf(client: pg.Client): number {
  return Number(Reflect.get(client, "processID"));
}

function close({ connection }: pg.PoolClient): void {
  connection.stream.destroy(new Error("Connection terminated: the server is not working on the statement"));
}

/** Which of its processes are working. A server that cannot be reached is not; one that rejects a session may be. */
async function askServer(
  connect: () => Promise<pg.Client>,
  pids: readonly number[],
): Promise<(pid: number) => boolean> {
  let client: pg.Client | undefined;
  try {
    client = await connect();
    const { rows } = await client.query<{ own: number; working: number[] }>(
      `select pg_backend_pid() as own, array(
        select pid from pg_stat_activity where pid = any($1) and coalesce(state, '') not like 'idle%'
      ) as working`,
      [pids],
    );
    const { own, working = [] } = rows[0] ?? {};
    // A connection pooler reports other numbers to its clients.
    return own === pidOf(client) ? (pid) => working.includes(pid) : () => true;
  } catch (error) {
    return () => !isNoResponse(error);
  } finally {
    await client?.end().catch(() => {});
  }
}
