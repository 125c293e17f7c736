import { setTimeout } from "node:timers/promises";
import { type BenchWorld, inBenchWorld } from "./bench-world.ts";
import { computeTerms, fillEntities } from "./fill-entities.ts";
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
    await fillMembers(world);
    const floor = await world.startServer("entity-floor-server.ts");
    const service = await world.startService();
    const { headers } = world;
    const json = (object: object) => encodeURIComponent(JSON.stringify(object));
    const criteria = (object: object) => `/api/items?criteria=${json(object)}`;
    const members = (object: object) => `/api/assortment-items?criteria=${json(object)}`;
    const ordered = (...fields: string[]) => `/api/items?order=${json(fields.map((orderField) => ({ orderField })))}`;
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
      ["filter: two or groups", () => criteria(twoGroups(some))],
      ["filter: by reference, one match", () => members({ "item.style": `ST-${some(entityCount)}` })],
      ["filter: by reference, one in 50 matches", () => members({ "item.color": `color ${some(50)}` })],
      ["filter: by reference, number range, few matches", () => members({ "item.price": { gt: 449 } })],
      ["order: two fields, none searchable", () => ordered("category", "price")],
      ["order: two fields, the first searchable", () => ordered("weight", "price")],
    ];
    const results: ResultLine[] = [
      { name: "list 100, any page: floor", ...describeTimes(floorTimes) },
      { name: "list 100, any page", ...describeTimes(pages) },
      ratioOfLists(floorTimes, pages),
    ];
    await makeSearchable(world, service.address, "weight");
    for (const [name, path] of filters) {
      const taken = await takeTimes(times, headers, () => service.address + path());
      results.push({ name, ...describeTimes(taken), ofBar: filterBarMs / percentile(taken, 50) });
    }
    writeResults(sectionOf("Lists", "entities"), describeMachine({ rounds: times }), results);
  });
}

/** A member of an assortment for each item. */
async function fillMembers(world: BenchWorld): Promise<void> {
  const { client, orgId } = world;
  await client.query(
    `insert into entities (org_id, entity_type, id, type_path, properties)
     select $1, 'assortment-item', 'Y' || lpad(n::text, 15, '0'), 'assortment-item',
       jsonb_build_object('assortmentId', 'A' || n % 100, 'itemId', 'Z' || lpad(n::text, 15, '0'))
     from generate_series(1, ${entityCount}) n`,
    [orgId],
  );
  await computeTerms(world);
}

/** Waits for the index of the property, and until no search terms are left to compute. */
async function makeSearchable({ client, headers }: BenchWorld, address: string, slug: string): Promise<void> {
  const properties = [{ slug, label: slug, propertyType: "number", searchable: true }];
  const answer = await fetch(`${address}/api/entity-types/item`, {
    method: "PUT",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ properties }),
  });
  if (answer.status !== 200) {
    throw new Error(`The type returned ${answer.status}: ${await answer.text()}`);
  }
  for (let tries = 0; tries < 3_000; tries += 1) {
    const { rowCount } = await client.query(
      `select from pg_index join pg_class on pg_class.oid = indexrelid
       where indrelid = 'entities'::regclass and starts_with(relname, 'entities_search_') and indisvalid
         and not exists (select from jobs where task = 'refresh-search-terms')`,
    );
    if (rowCount === 1) {
      return;
    }
    await setTimeout(200);
  }
  throw new Error(`${slug} has no index after ten minutes.`);
}

/** One in 25 has one of the colors, of which a few have one of the suppliers. */
function twoGroups(some: (count: number) => number): object {
  const either = (name: string, count: number) => ({
    or: [{ [name]: `${name} ${some(count)}` }, { [name]: `${name} ${some(count)}` }],
  });
  return { and: [either("color", 50), either("supplier", 400)] };
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
