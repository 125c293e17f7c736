import { type BenchOrg, inBenchWorld } from "./bench-world.ts";
import { draft } from "./entity-bench.ts";
import { measure, median, rateOf, rounds, type Sample, secondsEach, spreadOf, type Target } from "./measure.ts";
import { describeMachine, type ResultLine, writeResults } from "./results.ts";
import { connections } from "./scale.ts";

const counts = [1, 4, 20, 400];
const bar = 0.7;

/** Creates spread over many organizations, each of which writes a little, against the same for a single one. */
export async function benchSpread(): Promise<void> {
  await inBenchWorld(async (world) => {
    const orgs: BenchOrg[] = [];
    for (let number = 0; number < Math.max(...counts); number++) {
      orgs.push(await world.buildOrg(`spread-${number}`));
    }
    const server = await world.startService();
    const targets = counts.map((count): Target => {
      let next = 0;
      const headers = () => orgs[next++ % count]?.headers ?? {};
      return { name: nameOf(count), server, method: "POST", headers, path: () => "/api/items", body: () => draft };
    });
    const samples = await measure(targets);
    writeResults("Many organizations", describeMachine({ connections, rounds, secondsEach }), reportOf(samples));
  });
}

function nameOf(count: number): string {
  return count === 1 ? "creates in one organization" : `creates spread over ${count} organizations`;
}

function reportOf(samples: ReadonlyMap<string, readonly Sample[]>): ResultLine[] {
  const lines = [...samples].map(([name, taken]) => ({
    name,
    value: `${Math.round(rateOf(taken))} a second, ${Math.round(cpuOf(taken))} µs each`,
    spread: spreadOf(taken),
  }));
  const [one = [], ...more] = [...samples.values()];
  const ratio = rateOf(more.at(-1) ?? []) / rateOf(one);
  const last = {
    name: `${nameOf(counts.at(-1) ?? 0)}: ratio`,
    value: `${ratio.toFixed(2)} ×`,
    spread: `bar: ${bar} ×`,
  };
  return [...lines, { ...last, ofBar: ratio / bar }];
}

function cpuOf(samples: readonly Sample[]): number {
  return median(samples.map(({ cpuMicrosecondsEach }) => cpuMicrosecondsEach));
}
