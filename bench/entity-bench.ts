import type { BenchServer } from "./bench-world.ts";
import { inBenchWorld } from "./bench-world.ts";
import { fillEntities, randomId } from "./fill-entities.ts";
import { cpuOf, measure, rateOf, rounds, secondsEach, spreadOf, type Target } from "./measure.ts";
import { describeMachine, type ResultLine, writeResults } from "./results.ts";
import { connections, sectionOf } from "./scale.ts";

interface Line {
  readonly name: string;
  /** Of the floor's: the lowest rate, and the highest processor time of the service's process. */
  readonly bars: { readonly rate: number; readonly cpu?: number };
  readonly method?: "GET" | "POST" | "PUT";
  readonly floorPath: () => string;
  readonly path: () => string;
  readonly body?: () => string;
}

export const draft = JSON.stringify({
  name: "Parka",
  style: "ST-1",
  color: "red",
  season: "FW26",
  gender: "women",
  price: 129.5,
  cost: 40.25,
  weight: 900,
  supplier: "supplier 7",
  fabric: "cotton",
  lining: true,
  country: "Portugal",
  care: "wash at 30 degrees",
  description: "A parka of the collection for cold days",
  launch: "2026-09-15",
  category: "outerwear",
  pockets: 4,
  hood: true,
});

const lines: readonly Line[] = [
  {
    name: "GET by id",
    bars: { rate: 1.5 },
    floorPath: () => `/items/${randomId()}`,
    path: () => `/api/items/${randomId()}`,
  },
  {
    name: "create with change record",
    bars: { rate: 1.3, cpu: 1 },
    method: "POST",
    floorPath: () => "/items",
    path: () => "/api/items",
    body: () => draft,
  },
  {
    name: "update with change record",
    bars: { rate: 1, cpu: 1.1 },
    method: "PUT",
    floorPath: () => `/items/${randomId()}`,
    path: () => `/api/items/${randomId()}`,
    body: () => JSON.stringify({ price: Math.floor(Math.random() * 1e6) / 100 }),
  },
];

/** Reads and writes of single entities among many, each against its floor. */
export async function benchEntities(): Promise<void> {
  await inBenchWorld(async (world) => {
    await fillEntities(world);
    const floor = await world.startServer("entity-floor-server.ts");
    const service = await world.startService();
    const results: ResultLine[] = [];
    for (const line of lines) {
      const floorTarget = targetOf(line, floor, {}, line.floorPath);
      const target = targetOf(line, service, world.headers, line.path);
      results.push(...compare(line, await measure([floorTarget, target])));
    }
    writeResults(
      sectionOf("Entities", "entities", "connections"),
      describeMachine({ connections, rounds, secondsEach }),
      results,
    );
  });
}

function targetOf(line: Line, server: BenchServer, headers: Record<string, string>, path: () => string): Target {
  const { method, body } = line;
  return {
    name: server.address,
    server,
    headers,
    path,
    ...(method === undefined ? {} : { method }),
    ...(body === undefined ? {} : { body }),
  };
}

function compare({ name, bars }: Line, samples: Awaited<ReturnType<typeof measure>>): ResultLine[] {
  const [floor = [], service = []] = [...samples.values()];
  const rates = rateOf(service) / rateOf(floor);
  const [floorCpu, cpu] = [cpuOf(floor), cpuOf(service)];
  const times = `${Math.round(cpu)} µs, floor ${Math.round(floorCpu)} µs`;
  return [
    { name: `${name}: floor`, value: `${Math.round(rateOf(floor))} a second`, spread: spreadOf(floor) },
    { name, value: `${Math.round(rateOf(service))} a second`, spread: spreadOf(service) },
    { name: `${name}: ratio`, value: `${rates.toFixed(2)} ×`, spread: `bar: ${bars.rate} ×`, ofBar: rates / bars.rate },
    {
      name: `${name}: ratio of processor time`,
      value: `${(cpu / floorCpu).toFixed(2)} ×`,
      ...(bars.cpu === undefined
        ? { spread: times }
        : { spread: `${times}; bar: at most ${bars.cpu} ×`, ofBar: (bars.cpu * floorCpu) / cpu }),
    },
  ];
}
