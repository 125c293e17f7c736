import { mkdtemp, rm } from "node:fs/promises";
import { createConnection, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Transform } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";

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
  /** New connections lead to another server, as those of a name or a balancer in front of several. */
  lead(target: string): void;
  /** Forwards everything that much later. Default: at once. */
  delay(ms: number): void;
  /** Breaks the connection on which the text is sent: then, or instead of forwarding the response to its commit. */
  breakAt(text: string, moment: BreakMoment): void;
  /** Forwards the next commit, and breaks its connection instead of forwarding the response. */
  loseNextCommit(): void;
  restore(): Promise<void>;
  close(): Promise<void>;
}

export type BreakMoment = "statement" | "commit";

const socketName = ".s.PGSQL.5432";

export async function startDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const ownFolder = new URL(target).pathname;
  let targetFolder = ownFolder;
  const folder = await mkdtemp(join(tmpdir(), "weft-proxy-"));
  const sockets = new Set<Socket>();
  const losses: Losses = { isCommitToBeLost: false, freezes: new Set(), breaks: new Map(), delayMs: 0 };
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
    connectionString: target.replace(ownFolder, folder),
    cut,
    async hang() {
      await cut();
      await listen(() => {});
    },
    freeze() {
      for (const freezeOne of losses.freezes) freezeOne();
    },
    lead(other) {
      targetFolder = new URL(other).pathname;
    },
    delay(ms) {
      losses.delayMs = ms;
    },
    breakAt: (text, moment) => void losses.breaks.set(text, moment),
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
  delayMs: number;
  readonly freezes: Set<() => void>;
  readonly breaks: Map<string, BreakMoment>;
}

function connectBoth(near: Socket, far: Socket, losses: Losses): void {
  let isFrozen = false;
  let isCommitToBeLost = false;
  const [there, back] = [delayed(losses), delayed(losses)];
  near.on("data", (data) => {
    for (const [text, moment] of losses.breaks) {
      if (!data.includes(text)) continue;
      losses.breaks.delete(text);
      if (moment === "statement") near.destroy();
      isCommitToBeLost = moment === "commit";
    }
    if ((losses.isCommitToBeLost || isCommitToBeLost) && data.includes("commit")) {
      losses.isCommitToBeLost = false;
      far
        .unpipe(back)
        .once("data", () => near.destroy())
        .resume();
    }
  });
  near.pipe(there).pipe(far).pipe(back).pipe(near);
  const freeze = () => {
    isFrozen = true;
    near.unpipe(there).resume();
    far.unpipe(back).resume();
  };
  losses.freezes.add(freeze);
  near.on("close", () => {
    losses.freezes.delete(freeze);
    if (!isFrozen) far.destroy();
  });
  far.on("close", () => isFrozen || near.destroy());
}

function delayed(losses: Losses): Transform {
  let last: Promise<unknown> = Promise.resolve();
  return new Transform({
    transform(chunk, _, done) {
      const due = losses.delayMs === 0 ? undefined : delay(losses.delayMs);
      last = last.then(() => due).then(() => this.push(chunk));
      done();
    },
    flush: (done) => void last.then(() => done()),
  });
}
