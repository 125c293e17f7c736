import { type BenchWorld, inBenchWorld } from "./bench-world.ts";
import { fillEntities } from "./fill-entities.ts";
import { describeMachine, type ResultLine, writeResults } from "./results.ts";
import { entityCount, sectionOf } from "./scale.ts";
import { describeTimes, percentile, takeTimes } from "./times.ts";

const times = entityCount > 1_000_000 ? 20 : 40;
const barMs = 60;

/** Aggregates over all entities, and over those that a filter leaves. */
export async function benchAggregates(): Promise<void> {
  await inBenchWorld(async (world) => {
    await fillEntities(world);
    const service = await world.startService();
    const { headers } = world;
    const send = async (method: string, path: string, body: object): Promise<{ id: string }> => {
      const answer = await fetch(`${service.address}/api${path}`, {
        method,
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${text.slice(0, 500)}`);
      return JSON.parse(text);
    };
    const colors = Array.from({ length: 50 }, (_, n) => ({ value: `color ${n}`, display: `Color ${n}` }));
    const { id: optionSetId } = await send("POST", "/option-sets", { name: "Colors", options: colors });
    await send("PUT", "/entity-types/item", {
      properties: [
        { slug: "color", label: "Color", propertyType: "choice", optionSetId },
        { slug: "price", label: "Price", propertyType: "currency", currency: "EUR" },
      ],
    });
    // Results are reused until the next change, so each measurement follows one.
    const change = (n: number) => send("PUT", "/items/Z000000000000001", { care: `wash at ${n} degrees` });
    const aggregates: [string, string][] = [
      ["by one choice", "groupBy=color"],
      ["by one choice, with a sum", "groupBy=color&metrics=sum:price"],
      ["by a choice and bands of a number", "groupBy=color,price:50"],
      ["by an undefined text", "groupBy=supplier&limit=20"],
      ["count of all", ""],
      ["by one choice, one in 50 matches", `groupBy=color&criteria=${encodeURIComponent('{"category":"category 7"}')}`],
    ];
    const results: ResultLine[] = await measureStatements(world);
    for (const [name, query] of aggregates) {
      const url = `${service.address}/api/items/aggregate?${query}`;
      const taken: number[] = [];
      for (let round = 0; round < times; round++) {
        await change(round);
        taken.push(...(await takeTimes(1, headers, () => url, 0)));
      }
      const bar = name === "by one choice" ? { ofBar: barMs / percentile(taken, 50) } : {};
      results.push({ name: `aggregate ${name}`, ...describeTimes(taken), ...bar });
    }
    const again = await takeTimes(times, headers, () => `${service.address}/api/items/aggregate?groupBy=color`);
    results.push({
      name: "aggregate by one choice, repeated without a change",
      ...describeTimes(again),
      ofBar: barMs / percentile(again, 50),
    });
    writeResults(sectionOf("Aggregates", "entities"), describeMachine({ rounds: times }), results);
  });
}

/** The grouping alone as a statement of the database: on one core, and as PostgreSQL divides it among cores. */
async function measureStatements({ client, orgId }: BenchWorld): Promise<ResultLine[]> {
  const statement = `select properties ->> 'color', count(*) from entities
    where org_id = '${orgId}' and entity_type = 'item' group by 1`;
  const run = async (setting: string) => {
    await client.query(`set ${setting}`);
    const before = performance.now();
    await client.query(statement);
    return performance.now() - before;
  };
  const serial: number[] = [];
  const parallel: number[] = [];
  await client.query("set parallel_tuple_cost = 0");
  // In turns, so that both meet the same load of the machine.
  for (let round = 0; round < times; round++) {
    serial.push(await run("max_parallel_workers_per_gather = 0"));
    parallel.push(await run("max_parallel_workers_per_gather = 2"));
  }
  return [
    { name: "floor: the same as SQL, one core", ...describeTimes(serial) },
    { name: "floor: the same as SQL, parallel", ...describeTimes(parallel) },
  ];
}
