import { spawnSync } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "../server/src/testing/wait-until.ts";
import type { BenchServer, BenchWorld } from "./bench-world.ts";
import { draft } from "./entity-bench.ts";
import type { WrkRequest } from "./wrk.ts";

/** Another service that stores entities, as its makers publish it. */
export interface Peer {
  readonly name: string;
  /** Downloads it, unless it is in the cache. Throws an error that says why it cannot. */
  install(): void;
  /** Starts it with as many entities as the service has, in an empty folder. */
  start(world: BenchWorld, folder: string): Promise<Contestant>;
}

export interface EntityRequests {
  readonly get: WrkRequest;
  readonly create: WrkRequest;
  readonly update: WrkRequest;
}

export interface Contestant {
  readonly server: BenchServer;
  readonly headers: Readonly<Record<string, string>>;
  readonly requests: EntityRequests;
  /** Otherwise its database is part of its own process. */
  readonly usesPostgres: boolean;
}

/** Outside of the checkout, so that its tools never look at what is here. */
export const cacheFolder = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "weft-bench");

/** The body of updates. */
export const priceChange = '{"price":%d.5}';

/** The ids of entities in peers: both of them accept it. */
export const peerId = "z%014d";

/** For each property of the draft, its value in row n, in SQL that SQLite and PostgreSQL share. */
const values: Readonly<Record<string, string>> = {
  name: "'Parka ' || n",
  style: "'ST-' || n",
  color: "'color ' || (n % 50)",
  season: "'FW' || (n % 4)",
  gender: "case n % 3 when 0 then 'men' when 1 then 'women' else 'kids' end",
  price: "(n % 900) * 0.5",
  cost: "(n % 300) * 0.25",
  weight: "n % 1700",
  supplier: "'supplier ' || (n % 400)",
  fabric: "'cotton ' || (n % 12)",
  lining: "n % 2 = 0",
  country: "'country ' || (n % 30)",
  care: "'wash at 30 degrees'",
  description: "'A parka of the collection for cold days, number ' || n",
  launch: "'2026-0' || (1 + n % 9) || '-15'",
  category: "'category ' || (n % 25)",
  pockets: "n % 9",
  hood: "n % 3 = 0",
};

export const fields = Object.entries<unknown>(JSON.parse(draft)).map(([name, value]) => ({
  name,
  type: typeof value,
  sql: values[name] ?? "null",
}));

const installMs = 15 * 60_000;

/** Runs a program to its end. Throws the reason why it did not succeed, in a line. */
export function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const options = { encoding: "utf8", timeout: installMs, env: { ...process.env, ...env } } as const;
  const { error, status, stderr } = spawnSync(program, args, options);
  if (error !== undefined && "code" in error && error.code === "ENOENT") {
    throw new Error(`${program} is not installed`);
  }
  if (error !== undefined || status !== 0) {
    throw new Error(`${program} ${args[0]} failed: ${error?.message ?? reasonIn(stderr)}`);
  }
}

/** npm prints the reason first, after its warnings; go prints it last. */
function reasonIn(output: string): string {
  const lines = output.trim().split("\n");
  return lines.find((line) => line.startsWith("npm error")) ?? lines.at(-1) ?? "";
}

interface PeerProgram {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Responds as soon as the server is ready. */
  readonly healthUrl: string;
}

const readyMs = 10 * 60_000;

/** Starts a server, and waits until it is ready. Returns its process id. */
export async function startPeer({ startProgram }: BenchWorld, peer: PeerProgram): Promise<number> {
  const { program, args, folder, env, healthUrl } = peer;
  const child = startProgram(program, args, {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...env },
  });
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
    return fetch(healthUrl).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  await waitUntil(`${healthUrl} responds`, isReady, readyMs);
  return child.pid ?? 0;
}
