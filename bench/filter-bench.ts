import { inBenchWorld } from "./bench-world.ts";
import { fillEntities } from "./fill-entities.ts";
import { describeMachine, type ResultLine, writeResults } from "./results.ts";
import { entityCount, sectionOf } from "./scale.ts";
import { describeTimes, percentile, readJson, takeTimes } from "./times.ts";

// Filters that read all entities take seconds; with millions, fewer rounds are used.
const times = entityCount > 1_000_000 ? 40 : 200;
const listBar = 0.8;
const filterBarMs = 50;

/** Lists of 100 among many: any page against its floor, and filters on unindexed properties. */
export async function benchFilters(): Promise<void> {
  await inBenchWorld(async (world) => {
    await fillEntities(world);
    const floor = await world.startServer("entity-floor-server.ts");
    const service = await world.startService();
    const { headers } = world;
    const criteria = (object: object) => `/api/items?criteria=${encodeURIComponent(JSON.stringify(object))}`;
    const keys = await pageKeys(service.address, headers);
    const some = (count: number) => Math.floor(Math.random() * count);
    const floorTimes = await takeTimes(times, {}, () => `${floor.address}/items?after=${afterSome()}`);
    const pages = await takeTimes(
      times,
      headers,
      () => `${service.address}/api/items?nextPageKey=${keys[some(keys.length)]}`,
    );
    const filters: [string, () => string][] = [
      ["filter: equal, one match", () => criteria({ style: `ST-${some(entityCount)}` })],
      ["filter: equal, one in 50 matches", () => criteria({ color: `color ${some(50)}` })],
      ["filter: equal, no match", () => criteria({ style: "nowhere" })],
      ["filter: two properties", () => criteria({ supplier: `supplier ${some(400)}`, country: `country ${some(30)}` })],
      ["filter: number range, few matches", () => criteria({ price: { gt: 449 } })],
      ["filter: contains", () => criteria({ description: { contains: `number ${some(entityCount)}` } })],
      ["search: a word of the name", () => `/api/items?q=${some(entityCount)}`],
    ];
    const results: ResultLine[] = [
      { name: "list 100, any page: floor", ...describeTimes(floorTimes) },
      { name: "list 100, any page", ...describeTimes(pages) },
      ratioOfLists(floorTimes, pages),
    ];
    for (const [name, path] of filters) {
      const taken = await takeTimes(times, headers, () => service.address + path());
      results.push({ name, ...describeTimes(taken), ofBar: filterBarMs / percentile(taken, 50) });
    }
    writeResults(sectionOf("Lists", "entities"), describeMachine({ rounds: times }), results);
  });
}

/** By the median time: the rate of the faster one depends on the other. */
function ratioOfLists(floorTimes: readonly number[], pages: readonly number[]): ResultLine {
  const ratio = percentile(floorTimes, 50) / percentile(pages, 50);
  return {
    name: "list 100, any page: ratio",
    value: `${ratio.toFixed(2)} ×`,
    spread: `bar: ${listBar} ×`,
    ofBar: ratio / listBar,
  };
}

function afterSome(): string {
  return `Z${String(Math.floor(Math.random() * (entityCount - 200))).padStart(15, "0")}`;
}

/** Page keys from all parts of the list. */
async function pageKeys(address: string, headers: Record<string, string>): Promise<string[]> {
  const keys: string[] = [];
  let key: string | undefined = "";
  while (key !== undefined) {
    const query: string = key === "" ? "" : `&nextPageKey=${key}`;
    const url = `${address}/api/items?limit=1000&fields=id${query}`;
    const page: { nextPageKey?: string } = await readJson<{ nextPageKey?: string }>(url, headers);
    key = page.nextPageKey;
    if (key !== undefined) {
      keys.push(key);
    }
  }
  return keys;
}
