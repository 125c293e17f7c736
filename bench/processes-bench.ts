import type { NodeProcess } from "../acceptance/testing/node-process.ts";
import { inBenchWorld } from "./bench-world.ts";
import { fillEntities } from "./fill-entities.ts";
import { median, rounds } from "./measure.ts";
import { cpuMicrosecondsOfFamily, ownMemoryMbOf } from "./process-usage.ts";
import { describeMachine, type ResultLine, writeResults } from "./results.ts";
import { connections } from "./scale.ts";
import { hasWrk, runWrk, wrkSeconds } from "./wrk.ts";

const bars = { rate: 1.3, cpu: 1.05, memoryMb: 110 };

interface Sample {
  readonly rate: number;
  readonly cpuMicrosecondsEach: number;
}

/** GETs from a node with one process and from one with two, in turns, by a generator that takes little of a core. */
export async function benchProcesses(): Promise<void> {
  if (!hasWrk()) {
    console.log("not run: processes, because there is no wrk on this machine");
    return;
  }
  await inBenchWorld(async (world) => {
    await fillEntities(world);
    const nodes = [
      await world.startService({ WEFT_PROCESSES: "1" }),
      await world.startService({ WEFT_PROCESSES: "2" }),
    ] as const;
    const samples: [Sample[], Sample[]] = [[], []];
    for (let round = 0; round <= rounds; round++) {
      for (const [index, node] of nodes.entries()) {
        const sample = await measureGets(node, world.headers, round);
        if (round > 0) samples[index]?.push(sample);
      }
    }
    writeResults("Processes", describeMachine({ connections, rounds, secondsEach: wrkSeconds }), [
      ...compare(...samples),
      await compareMemory(...nodes),
    ]);
  });
}

async function measureGets(
  { address, pid }: NodeProcess,
  headers: Record<string, string>,
  seed: number,
): Promise<Sample> {
  const before = cpuMicrosecondsOfFamily(pid);
  const request = { method: "GET", path: "/api/items/Z%015d" } as const;
  const { rate, requests } = await runWrk({ address, headers, request, seed });
  return { rate, cpuMicrosecondsEach: (cpuMicrosecondsOfFamily(pid) - before) / requests };
}

function compare(one: readonly Sample[], two: readonly Sample[]): ResultLine[] {
  const [rateOne, rateTwo] = [one, two].map((samples) => median(samples.map(({ rate }) => rate)));
  const [cpuOne, cpuTwo] = [one, two].map((samples) =>
    median(samples.map(({ cpuMicrosecondsEach }) => cpuMicrosecondsEach)),
  );
  const rates = (rateTwo ?? 0) / (rateOne ?? 1);
  const cpus = (cpuTwo ?? 0) / (cpuOne ?? 1);
  return [
    { name: "GET by id, one process", value: `${Math.round(rateOne ?? 0)} a second`, spread: spreadOf(one) },
    { name: "GET by id, two processes", value: `${Math.round(rateTwo ?? 0)} a second`, spread: spreadOf(two) },
    {
      name: "GET by id, two processes: ratio",
      value: `${rates.toFixed(2)} ×`,
      spread: `bar: ${bars.rate} ×`,
      ofBar: rates / bars.rate,
    },
    {
      name: "processor time of the node per GET, two processes",
      value: `${cpus.toFixed(2)} ×`,
      spread: `${Math.round(cpuOne ?? 0)} and ${Math.round(cpuTwo ?? 0)} µs; bar: ${bars.cpu} ×`,
      ofBar: bars.cpu / cpus,
    },
  ];
}

function spreadOf(samples: readonly Sample[]): string {
  const rates = samples.map(({ rate }) => rate);
  return `${Math.round(Math.min(...rates))}–${Math.round(Math.max(...rates))} a second`;
}

/** What another process takes, without the pages that it shares with others. */
async function compareMemory(one: NodeProcess, two: NodeProcess): Promise<ResultLine> {
  const [alone, both] = [await ownMemoryMbOf(one.pid), await ownMemoryMbOf(two.pid)];
  const each = (both.family - both.self) / 2;
  return {
    name: "memory of a further process, after the GETs",
    value: `${Math.round(each)} MB`,
    spread: `one process ${Math.round(alone.family)} MB; supervisor ${Math.round(both.self)} MB; bar: ${bars.memoryMb} MB`,
    ofBar: bars.memoryMb / each,
  };
}
