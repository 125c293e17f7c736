import assert from "node:assert";
import { Socket } from "node:net";
import type pg from "pg";
import { isNoResponse } from "./unavailable.ts";

/** Where a connection leads. */
interface Origin {
  readonly hostUrl: string;
  /** The server that it was made to: others may respond at the same host. */
  readonly server: string;
}

export interface SilenceOptions {
  readonly originOf: (client: pg.PoolClient) => Origin;
  /** Connects a session beside the pool. Rejects if the host does not respond in time. */
  readonly connect: (hostUrl: string) => Promise<pg.Client>;
  /** Whether a host leads to one server at a time: a connection to the one before is of no more use. */
  readonly followsPrimary: boolean;
}

interface Watched {
  isInUse: boolean;
  /** Bytes sent and received, as of the last look. */
  traffic: number;
  /** How often in a row the server was not working on the statement that waits. */
  doubts: number;
}

/**
 * Finds connections of a pool that have lost their server unnoticed, behind a partition or a proxy that hangs: TCP would
 * wait for a quarter of an hour, or forever. A statement may take long, so silence alone proves nothing. If a statement
 * waits and no byte has moved since the last look, the server is asked over another connection whether it is working on
 * it. Returns the look, to be repeated: a connection is closed by the second one in a row that finds it dead. Costs
 * nothing while statements are answered.
 */
export function watchConnections(pool: pg.Pool, options: SilenceOptions): () => Promise<void> {
  const clients = new Map<pg.PoolClient, Watched>();
  pool.on("acquire", (client) => clients.set(client, { isInUse: true, traffic: trafficOf(client), doubts: 0 }));
  pool.on("release", (_, client) => clients.set(client, { isInUse: false, traffic: 0, doubts: 0 }));
  pool.on("remove", (client) => clients.delete(client));
  return async () => {
    const silent = [...clients].filter(([client, watched]) => isSilent(client, watched));
    const isWorking = await askServers(
      silent.map(([client]) => client),
      options,
    );
    const dead = silent.filter(([client, watched]) => {
      watched.doubts = doubtsAfter(watched, isWorking(client));
      return watched.doubts > 1 && isSilent(client, watched);
    });
    for (const [client, watched] of clients) {
      const traffic = trafficOf(client);
      if (traffic !== watched.traffic) Object.assign(watched, { traffic, doubts: 0 });
      // What is idle went the same way. Nothing is lost if it did not.
      if (dead.length > 0 && !watched.isInUse) close(client);
    }
    for (const [client] of dead) close(client);
  };
}

/** A server that cannot be asked changes nothing. */
function doubtsAfter({ doubts }: Watched, isWorking: boolean | undefined): number {
  if (isWorking === undefined) return doubts;
  return isWorking ? 0 : doubts + 1;
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

function pidOf(client: pg.ClientBase): number {
  return Number(Reflect.get(client, "processID"));
}

function close({ connection }: pg.PoolClient): void {
  connection.stream.destroy(new Error("Connection terminated: the server is not working on the statement"));
}

/** Whether the server of a connection is working on its statement; undefined if that cannot be known. */
type IsWorking = (client: pg.PoolClient) => boolean | undefined;

async function askServers(clients: readonly pg.PoolClient[], options: SilenceOptions): Promise<IsWorking> {
  const hostUrlOf = (client: pg.PoolClient) => options.originOf(client).hostUrl;
  const answers = await Promise.all(
    [...new Set(clients.map(hostUrlOf))].map(async (hostUrl) => {
      const asked = clients.filter((client) => hostUrlOf(client) === hostUrl);
      return [hostUrl, await askHost(hostUrl, asked, options)] as const;
    }),
  );
  const ofHost = new Map(answers);
  return (client) => ofHost.get(hostUrlOf(client))?.(client);
}

/** Asks the host that the connections were made to: other hosts of the URL know nothing of them. */
async function askHost(
  hostUrl: string,
  clients: readonly pg.PoolClient[],
  { connect, originOf, followsPrimary }: SilenceOptions,
): Promise<IsWorking> {
  let session: pg.Client | undefined;
  try {
    session = await connect(hostUrl);
    const { rows } = await session.query<{ own: number; server: string; working: number[] }>(
      `select pg_backend_pid() as own, extract(epoch from pg_postmaster_start_time())::text as server, array(
        select pid from pg_stat_activity where pid = any($1) and coalesce(state, '') not like 'idle%'
      ) as working`,
      [clients.map(pidOf)],
    );
    const { own, server, working = [] } = rows[0] ?? {};
    // A connection pooler reports other numbers to its clients.
    if (own !== pidOf(session)) return () => undefined;
    return (client) => {
      if (originOf(client).server === server) return working.includes(pidOf(client));
      return followsPrimary ? false : undefined;
    };
  } catch (error) {
    // A server that cannot be reached is not working; one that rejects the session may be.
    return () => (isNoResponse(error) ? false : undefined);
  } finally {
    await session?.end().catch(() => {});
  }
}
