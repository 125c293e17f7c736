import { mkdtemp, rm } from "node:fs/promises";
import { createConnection, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A proxy between a service and its PostgreSQL, so that a test can interrupt and restore the connection. */
export interface DatabaseProxy {
  /** The URL of the same database through the proxy. */
  readonly connectionString: string;
  /** Breaks every connection and refuses new ones, as when PostgreSQL stops. */
  cut(): Promise<void>;
  /** Breaks every connection; new ones are accepted and get no response, as behind a firewall that drops packets. */
  hang(): Promise<void>;
  /** Stops to forward on all connections without closing them, as a router that has lost them. New ones work. */
  freeze(): void;
  /** Forwards the next commit, and breaks its connection instead of forwarding the response. */
  loseNextCommit(): void;
  restore(): Promise<void>;
  close(): Promise<void>;
}

const socketName = ".s.PGSQL.5432";

export async function startDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const targetFolder = new URL(target).pathname;
  const folder = await mkdtemp(join(tmpdir(), "weft-proxy-"));
  const sockets = new Set<Socket>();
  const losses: Losses = { isCommitToBeLost: false, freezes: new Set() };
  let server: Server | undefined;

  const listen = (accept: (socket: Socket) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      server = createServer((socket) => accept(track(socket, sockets)))
        .once("error", reject)
        .listen(join(folder, socketName), resolve);
    });
  const cut = async (): Promise<void> => {
    const closing = server;
    server = undefined;
    for (const socket of sockets) {
      socket.destroy();
    }
    await new Promise<void>((resolve) => (closing === undefined ? resolve() : closing.close(() => resolve())));
  };
  const restore = async (): Promise<void> => {
    await cut();
    await listen((socket) =>
      connectBoth(socket, track(createConnection(join(targetFolder, socketName)), sockets), losses),
    );
  };
  await restore();
  return {
    connectionString: target.replace(targetFolder, folder),
    cut,
    async hang() {
      await cut();
      await listen(() => {});
    },
    freeze() {
      for (const freezeOne of losses.freezes) freezeOne();
    },
    loseNextCommit() {
      losses.isCommitToBeLost = true;
    },
    restore,
    async close() {
      await cut();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function track(socket: Socket, sockets: Set<Socket>): Socket {
  sockets.add(socket);
  return socket.on("error", () => {}).on("close", () => sockets.delete(socket));
}

interface Losses {
  isCommitToBeLost: boolean;
  readonly freezes: Set<() => void>;
}

function connectBoth(near: Socket, far: Socket, losses: Losses): void {
  near.on("data", (data) => {
    if (losses.isCommitToBeLost && data.includes("commit")) {
      losses.isCommitToBeLost = false;
      far
        .unpipe(near)
        .once("data", () => near.destroy())
        .resume();
    }
  });
  near.pipe(far).pipe(near);
  let isFrozen = false;
  const freeze = () => {
    isFrozen = true;
    near.unpipe(far).resume();
    far.unpipe(near).resume();
  };
  losses.freezes.add(freeze);
  near.on("close", () => {
    losses.freezes.delete(freeze);
    if (!isFrozen) far.destroy();
  });
  far.on("close", () => isFrozen || near.destroy());
}
