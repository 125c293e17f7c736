import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BenchWorld, inBenchWorld } from "./bench-world.ts";
import { draft } from "./entity-bench.ts";
import { fillEntities } from "./fill-entities.ts";
import { median, rounds } from "./measure.ts";
import { parseServer } from "./parse-peer.ts";
import { type Contestant, type EntityRequests, type Peer, priceChange } from "./peer.ts";
import { pocketBase } from "./pocketbase-peer.ts";
import { cpuMicrosecondsOfFamily, cpuMicrosecondsOfPostgres } from "./process-usage.ts";
import { describeMachine, type ResultLine, writeResults } from "./results.ts";
import { connections, sectionOf } from "./scale.ts";
import { hasWrk, runWrk, wrkSeconds } from "./wrk.ts";

interface NamedContestant extends Contestant {
  readonly name: string;
}

interface Sample {
  readonly rate: number;
  /** Per request, of the server's processes. */
  readonly serverMicroseconds: number;
  /** Per request, of the PostgreSQL that it uses. */
  readonly postgresMicroseconds: number;
}

const lines: Readonly<Record<keyof EntityRequests, string>> = { get: "GET by id", create: "create", update: "update" };

/** The same requests to the service and to its peers, in turns. Installs the peers, and runs with those that it can install. */
export async function benchPeers(): Promise<void> {
  if (!hasWrk()) {
    console.log("not run: peers, because there is no wrk on this machine");
    return;
  }
  const peers = [pocketBase, parseServer].filter(tryInstall);
  if (peers.length === 0) {
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), "weft-bench-peers-"));
  try {
    await inBenchWorld(async (world) => {
      const contestants = [await startWeft(world), ...(await startPeers(world, peers, folder))];
      const postgresPid = await backendOf(world);
      const results: ResultLine[] = [];
      for (const kind of ["get", "create", "update"] as const) {
        results.push(...compare(lines[kind], await measureInTurns(contestants, kind, postgresPid)));
      }
      writeResults(
        sectionOf("Peers", "entities", "connections"),
        describeMachine({ connections, rounds, secondsEach: wrkSeconds }),
        results,
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function tryInstall({ name, install }: Peer): boolean {
  try {
    install();
    return true;
  } catch (error) {
    console.log(`not run: ${name}, because ${error instanceof Error ? error.message : error}`);
    return false;
  }
}

async function startWeft(world: BenchWorld): Promise<NamedContestant> {
  await fillEntities(world);
  return {
    name: "Weft",
    server: await world.startService({ WEFT_PROCESSES: "auto" }),
    headers: world.headers,
    requests: {
      get: { method: "GET", path: "/api/items/Z%015d" },
      create: { method: "POST", path: "/api/items", body: draft },
      update: { method: "PUT", path: "/api/items/Z%015d", body: priceChange },
    },
    usesPostgres: true,
  };
}

async function startPeers(world: BenchWorld, peers: readonly Peer[], folder: string): Promise<NamedContestant[]> {
  const started: NamedContestant[] = [];
  for (const [place, { name, start }] of peers.entries()) {
    const own = join(folder, String(place));
    await mkdir(own);
    started.push({ name, ...(await start(world, own)) });
  }
  return started;
}

async function backendOf({ client }: BenchWorld): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid ?? 0;
}

type Samples = ReadonlyMap<NamedContestant, Sample[]>;

async function measureInTurns(
  contestants: readonly NamedContestant[],
  kind: keyof EntityRequests,
  postgresPid: number,
): Promise<Samples> {
  const samples = new Map<NamedContestant, Sample[]>(contestants.map((contestant) => [contestant, []]));
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    for (const [{ server, headers, requests, usesPostgres }, taken] of samples) {
      const [ofServer, ofPostgres] = [cpuMicrosecondsOfFamily(server.pid), cpuMicrosecondsOfPostgres(postgresPid)];
      const run = await runWrk({ address: server.address, headers, request: requests[kind], seed: round });
      const sample = {
        rate: run.rate,
        serverMicroseconds: (cpuMicrosecondsOfFamily(server.pid) - ofServer) / run.requests,
        postgresMicroseconds: usesPostgres ? (cpuMicrosecondsOfPostgres(postgresPid) - ofPostgres) / run.requests : 0,
      };
      if (round > 0) taken.push(sample);
    }
  }
  return samples;
}

function compare(line: string, samples: Samples): ResultLine[] {
  const [weft, ...peers] = [...samples].map(([contestant, taken]) => ({ contestant, taken, middle: middleOf(taken) }));
  if (weft === undefined) {
    return [];
  }
  return [weft, ...peers].flatMap(({ contestant, taken, middle }) => {
    const result = {
      name: `${line}, ${contestant.name}`,
      value: `${Math.round(middle.rate)} a second`,
      spread: `${spreadOf(taken)}; processor time ${describeTime(contestant, middle)}`,
    };
    return contestant === weft.contestant ? [result] : [result, ratioOf(line, weft.middle, { contestant, middle })];
  });
}

function ratioOf(line: string, weft: Sample, peer: { contestant: NamedContestant; middle: Sample }): ResultLine {
  const { name } = peer.contestant;
  const ofServer = weft.serverMicroseconds / peer.middle.serverMicroseconds;
  const ofBoth = allOf(weft) / allOf(peer.middle);
  return {
    name: `${line}: Weft / ${name}`,
    value: `${(weft.rate / peer.middle.rate).toFixed(2)} ×`,
    spread: `processor time ${ofServer.toFixed(2)} × without PostgreSQL, ${ofBoth.toFixed(2)} × with it`,
  };
}

function middleOf(samples: readonly Sample[]): Sample {
  return {
    rate: median(samples.map(({ rate }) => rate)),
    serverMicroseconds: median(samples.map(({ serverMicroseconds }) => serverMicroseconds)),
    postgresMicroseconds: median(samples.map(({ postgresMicroseconds }) => postgresMicroseconds)),
  };
}

function allOf({ serverMicroseconds, postgresMicroseconds }: Sample): number {
  return serverMicroseconds + postgresMicroseconds;
}

function describeTime({ usesPostgres }: Contestant, { serverMicroseconds, postgresMicroseconds }: Sample): string {
  const ofServer = `${Math.round(serverMicroseconds)} µs`;
  return usesPostgres
    ? `${ofServer}, PostgreSQL ${Math.round(postgresMicroseconds)} µs`
    : `${ofServer} with its database`;
}

function spreadOf(samples: readonly Sample[]): string {
  const rates = samples.map(({ rate }) => rate);
  return `${Math.round(Math.min(...rates))}–${Math.round(Math.max(...rates))} a second`;
}
