import { type BenchWorld, inBenchWorld } from "./bench-world.ts";
import { memoryMbOf } from "./process-usage.ts";
import { describeMachine, type ResultLine, writeResults } from "./results.ts";
import { entityCount, sectionOf } from "./scale.ts";
import { itemOf, writeItems } from "./write-items.ts";

const megabyte = 1_048_576;
const million = 1_000_000;

/** The disk, memory and connections that entities and their history need; docs/capacity.md is based on it. */
export async function benchCapacity(): Promise<void> {
  await inBenchWorld(async (world) => {
    const node = await world.startService();
    const idleMb = await memoryMbOf(node.pid);
    const empty = await sizesOf(world);
    const createMb = await writeItems(node, world.headers, (number) => ({ op: "create", object: itemOf(number) }));
    const created = await sizesOf(world);
    const updateMb = await writeItems(node, world.headers, (number) => ({
      op: "upsert",
      federatedId: `ST-${number}`,
      object: { price: number, season: "SS27", rating: 5 },
    }));
    const updated = await sizesOf(world);
    const perMillion = (after: number, before: number) =>
      `${((((after - before) / megabyte / entityCount) * million) / 1_024).toFixed(2)} GB`;
    const results: ResultLine[] = [
      {
        name: "entities and their indexes, per million",
        value: perMillion(created.entities, empty.entities),
        spread: "",
      },
      { name: "history of a million creates", value: perMillion(created.changes, empty.changes), spread: "" },
      {
        name: "history of a million updates of three properties",
        value: perMillion(updated.changes, created.changes),
        spread: "",
      },
      {
        name: "whole database, per million entities updated once",
        value: perMillion(updated.whole, empty.whole),
        spread: "",
      },
      { name: "memory of the node, idle", value: `${Math.round(idleMb)} MB`, spread: "" },
      { name: "most memory of the node during creates", value: `${Math.round(createMb)} MB`, spread: "" },
      { name: "most memory of the node during updates", value: `${Math.round(updateMb)} MB`, spread: "" },
      { name: "connections of the node", value: String(await connectionsOf(world)), spread: "" },
    ];
    writeResults(sectionOf("Capacity", "entities"), describeMachine({ rounds: 1 }), results);
  });
}

interface Sizes {
  readonly entities: number;
  readonly changes: number;
  readonly whole: number;
}

async function sizesOf({ client }: BenchWorld): Promise<Sizes> {
  await client.query("checkpoint");
  const { rows } = await client.query<{ entities: string; changes: string; whole: string }>(`
    select
      (select sum(pg_total_relation_size(oid)) from pg_class where relname in ('entities', 'unique_keys')) as entities,
      (select sum(pg_total_relation_size(relid)) from pg_partition_tree('changes')) as changes,
      pg_database_size(current_database()) as whole`);
  const [row] = rows;
  return { entities: Number(row?.entities), changes: Number(row?.changes), whole: Number(row?.whole) };
}

async function connectionsOf({ client }: BenchWorld): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    "select count(*) from pg_stat_activity where application_name like 'weft-%'",
  );
  return Number(rows[0]?.count);
}
