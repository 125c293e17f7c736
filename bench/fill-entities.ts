import { refreshTermsJob } from "../server/src/entities/search/refresh-terms.ts";
import { PostgresDatabase } from "../server/src/platform/database/database.ts";
import type { BenchWorld } from "./bench-world.ts";
import { entityCount } from "./scale.ts";

/** Twenty properties of a realistic item; color has 50 values, style is unique. */
const properties = `jsonb_build_object(
  'roles', jsonb_build_array('family'), 'itemFamilyId', 'Z' || lpad(n::text, 15, '0'), 'style', 'ST-' || n,
  'color', 'color ' || n % 50, 'season', 'FW' || n % 4, 'gender', (array['men', 'women', 'kids'])[1 + n % 3],
  'price', (n % 900) * 0.5, 'cost', (n % 300) * 0.25, 'weight', n % 1700, 'supplier', 'supplier ' || n % 400,
  'fabric', 'cotton ' || n % 12, 'lining', n % 2 = 0, 'country', 'country ' || n % 30, 'care', 'wash at 30 degrees',
  'description', 'A parka of the collection for cold days, number ' || n, 'launch', '2026-0' || 1 + n % 9 || '-15',
  'category', 'category ' || n % 25, 'pockets', n % 9, 'hood', n % 3 = 0, 'rating', n % 6)`;

/** Items of the org, and the same in the floor's table with the same indexes. */
export async function fillEntities(world: BenchWorld): Promise<void> {
  const { client, orgId } = world;
  await client.query("create table floor_entities (like entities including all)");
  await client.query("create sequence floor_ids");
  for (const [table, org] of [
    ["entities", orgId],
    ["floor_entities", "org"],
  ]) {
    await client.query(
      `insert into ${table} (org_id, entity_type, id, type_path, name, properties)
       select $1, 'item', 'Z' || lpad(n::text, 15, '0'), 'item', 'Parka ' || n, ${properties}
       from generate_series(1, ${entityCount}) n`,
      [org],
    );
    await client.query(`vacuum analyze ${table}`);
  }
  await computeTerms(world);
}

/** The search terms of entities that SQL has written; otherwise nodes compute them during the measurement. Returns the seconds. */
export async function computeTerms({ client, env }: BenchWorld): Promise<number> {
  const connectionString = env["DATABASE_URL"] ?? "";
  const db = new PostgresDatabase({ connectionString, connectionsMax: 2, applicationName: "bench" });
  const before = performance.now();
  await refreshTermsJob(db).run({}, new AbortController().signal);
  const seconds = (performance.now() - before) / 1_000;
  await db.close();
  await client.query("vacuum analyze entities");
  return seconds;
}

export function randomId(): string {
  return `Z${String(1 + Math.floor(Math.random() * entityCount)).padStart(15, "0")}`;
}
