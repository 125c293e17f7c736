import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BoundedDatabase } from "../../platform/database/database.ts";
import { type SqlStatement, sql } from "../../platform/database/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { searchableIndexJobs } from "../entity-jobs.ts";
import type { ListContext, ListQuery } from "./list-entities.ts";
import { indexName, type SearchableProperty, syncSearchableIndexes } from "./searchable-index-store.ts";
import { listParsed } from "./testing/list-parsed.ts";
import { buildCaller, buildTypes, insertEntities, property, sizes } from "./testing/list-world.ts";

let database: TestDatabase;

const price: SearchableProperty = { slug: "price", ordering: "number" };
const style: SearchableProperty = { slug: "style", ordering: "text" };

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

async function searchableIndexes(): Promise<{ name: string; valid: boolean; definition: string }[]> {
  return database.db.query(sql`
    select relname as name, indisvalid as valid, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = 'entities'::regclass and relname like 'entities\\_search\\_%' order by relname`);
}

async function names(): Promise<string[]> {
  return (await searchableIndexes()).map(({ name }) => name);
}

describe("the indexes of searchable properties", () => {
  beforeEach(async () => {
    await syncSearchableIndexes(database.db, []);
  });

  test("are created, shared, and dropped when unused", async () => {
    const ofAnotherOrg = { ...price };
    await syncSearchableIndexes(database.db, [price, style, ofAnotherOrg]);
    const made = await names();
    await syncSearchableIndexes(database.db, [style]);
    const kept = await names();
    await syncSearchableIndexes(database.db, []);

    expect(made).toEqual([indexName(price), indexName(style)].sort());
    expect(kept).toEqual([indexName(style)]);
    expect(await names()).toEqual([]);
  });

  test("differ by slug and by ordering, and an option set is compared as text", () => {
    const all = [price, style, { slug: "price", ordering: "text" }, { slug: "Price", ordering: "number" }] as const;

    expect(new Set(all.map(indexName)).size).toBe(4);
    expect(indexName({ slug: "style", ordering: "option" })).toBe(indexName(style));
  });

  test("are not created for properties without an order", async () => {
    await syncSearchableIndexes(database.db, [{ slug: "tags", ordering: "none" }]);

    expect(await names()).toEqual([]);
  });

  test("that were left unfinished are rebuilt", async () => {
    await syncSearchableIndexes(database.db, [price]);
    await database.db.query(sql`
      update pg_index set indisvalid = false where indexrelid = ${indexName(price)}::regclass`);

    await syncSearchableIndexes(database.db, [price]);

    expect(await searchableIndexes()).toEqual([
      { name: indexName(price), valid: true, definition: expect.stringContaining("(properties ? 'price'::text)") },
    ]);
  });

  test("are created by one node at a time without blocking writers", async () => {
    let first: Promise<boolean> | undefined;
    let second: boolean | undefined;
    await database.db.transaction(async (tx) => {
      await insertEntities(tx, "writing", [{ name: "before" }]);
      // It waits for this transaction, as for any other that was already open.
      first = syncSearchableIndexes(database.db, [price]);
      await waitUntil("the index is begun", async () => (await names()).length === 1);
      second = await syncSearchableIndexes(database.db, [price]);
      await insertEntities(database.db, "writing", [{ name: "meanwhile" }]);
    });

    expect(await first).toBe(true);
    expect(second).toBe(false);
    expect((await searchableIndexes()).map(({ valid }) => valid)).toEqual([true]);
  });

  test.each(["a'b", "", "1st", "a b", 'a"', "a\\", "ä", "x".repeat(129)])(
    "cannot be defined for slug %j",
    async (slug) => {
      await expect(syncSearchableIndexes(database.db, [{ slug, ordering: "text" }])).rejects.toThrow("not a slug");
      expect(await syncSearchableIndexes(database.db, [])).toBe(true);
    },
  );

  test("accept values of any length and type", async () => {
    await syncSearchableIndexes(database.db, [price, style]);
    const long = randomBytes(50_000).toString("base64");
    const values = [long, 1e300, -0.1, true, [1, long], { a: long }];

    await insertEntities(
      database.db,
      "any",
      values.map((value) => ({ properties: { price: value, style: value } })),
    );

    const [row] = await database.db.query<{ count: number }>(
      sql`select count(*) as count from entities where org_id = 'any'`,
    );
    expect(row?.count).toBe(values.length);
  });

  test("are maintained by a job, for the types of all orgs", async () => {
    const properties = JSON.stringify([property("style", "string", { searchable: true }), property("plain", "string")]);
    await database.db.query(sql`insert into orgs (id, slug, name) values ('searching', 'searching', 'Searching')`);
    await database.db.query(sql`
      insert into entity_types (org_id, id, label, properties) values ('searching', 'item', 'Item', ${properties}::jsonb)`);
    const [job] = searchableIndexJobs(database.db, database.db);

    await job?.run(undefined, new AbortController().signal);

    expect(await names()).toEqual([indexName(style)]);
  });
});

describe("the plan of a list", () => {
  const types = buildTypes(
    {
      item: [
        property("price", "number", { searchable: true }),
        property("style", "string", { searchable: true }),
        property("size", "choice", { searchable: true, optionSetId: "sizes" }),
        property("rare", "string"),
      ],
    },
    { options: { sizes } },
  );
  const context: ListContext = { caller: buildCaller("planned"), types, entityType: "item" };
  const rowsCount = 6_000;

  beforeAll(async () => {
    await syncSearchableIndexes(database.db, [price, style, { slug: "size", ordering: "option" }]);
    // PostgreSQL has no statistics for values wider than a kilobyte, which is when it plans worst.
    const filler = Array.from({ length: 25 }, () => randomBytes(40).toString("hex"));
    for (const orgId of ["planned", "neighbour"]) {
      const rows = Array.from({ length: rowsCount }, (_, index) => ({
        properties: {
          price: (index * 7919) % rowsCount,
          style: `S${(index * 7919) % rowsCount}`,
          size: sizes[index % sizes.length],
          rare: index % 600 === 0 ? "yes" : "no",
          count: index,
          remark: `remark ${index}`,
          half: index % 2 === 0,
          filler,
        },
      }));
      await insertEntities(database.db, orgId, rows);
    }
    await database.db.query(sql`vacuum analyze entities`);
  });

  /** The plans of the statements of a list, in order. */
  async function plansOf(query: Partial<ListQuery>): Promise<string[]> {
    const statements: SqlStatement[] = [];
    const recording: BoundedDatabase = {
      query(statement) {
        statements.push(statement);
        return database.db.query(statement);
      },
      queryWithin(statement, budget) {
        statements.push(statement);
        return database.db.queryWithin(statement, budget);
      },
    };
    await listParsed(recording, context, { limit: 10, ...query });
    return Promise.all(statements.map(planOf));
  }

  async function planOf({ text, values }: SqlStatement): Promise<string> {
    const rows = await database.db.query<{ "QUERY PLAN": string }>({ text: `explain ${text}`, values });
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  }

  test.each<[string, Partial<ListQuery>, SearchableProperty]>([
    ["an order by a number", { order: { orderField: "price" } }, price],
    ["the other direction", { order: { orderField: "price", order: "desc" } }, price],
    ["an order by a text", { order: { orderField: "style" } }, style],
    ["a range in its order", { criteria: { price: { gt: 5_000, lte: 5_100 } }, order: { orderField: "price" } }, price],
    ["a range by id", { criteria: { price: "BETWEEN 10 and 12" } }, price],
    ["a range of texts", { criteria: { style: { gt: "S598", lt: "S599" } } }, style],
    ["a beginning", { criteria: { style: { startsWith: "S5999" } } }, style],
  ])("of %s uses the property's index", async (_name, query, searchable) => {
    const plans = await plansOf(query);

    expect(plans.at(-1)).toContain(indexName(searchable));
    expect(plans.at(-1)).not.toContain("Seq Scan");
  });

  test("of a later page starts where the previous page ended", async () => {
    const query = { order: { orderField: "price" } };
    const { nextPageKey = "" } = await listParsed(database.db, context, { limit: 10, ...query });

    const [plan] = await plansOf({ ...query, nextPageKey });

    expect(plan).toMatch(/Index Cond:.*ROW\(/);
  });

  test.each<[string, object[]]>([
    ["fields", [{ orderField: "price" }, { orderField: "count", order: "desc" }]],
    ["fields that have an index each", [{ orderField: "style", order: "desc" }, { orderField: "price" }]],
  ])("of a page by several %s sorts only ties, and starts where the previous one ended", async (_name, order) => {
    const { nextPageKey = "" } = await listParsed(database.db, context, { limit: 10, order });

    const [plan] = await plansOf({ order, nextPageKey });

    expect(plan).toMatch(/Incremental Sort[\s\S]*Index Scan( Backward)? using entities_search_/);
    expect(plan).toMatch(/Index Cond:.*[<>]= /);
    expect(plan).not.toContain("Seq Scan");
  });

  test.each<[string, Record<string, unknown>]>([
    ["few have", { rare: "yes" }],
    ["nobody has", { rare: "never" }],
    ["nobody has, of several", { rare: ["never", "nowhere", "not at all"] }],
    ["nobody has, of alternatives", { or: [{ rare: "never" }, { size: "none" }] }],
    ["nobody has, beside several that all have", { rare: "never", size: [...sizes] }],
    ["nobody has of several, beside one that half have", { rare: ["never", "nowhere"], half: true }],
    ["nobody has, beside alternatives that all have", { rare: "never", or: [{ half: true }, { half: false }] }],
    ["nothing describes", { unknown: 1 }],
  ])("of a value that %s does not scan the org", async (_name, criteria) => {
    const plans = await plansOf({ criteria });

    expect(plans).toHaveLength(2);
    expect(plans[1]).toContain("Bitmap Index Scan on entities_by_property");
    expect(plans[1]).not.toMatch(
      /Seq Scan|Index Cond: \(\(org_id = '\w+'::text\) AND \(entity_type = '\w+'::text\)\)$/m,
    );
  });

  test("of several lists of alternatives looks up their combinations", async () => {
    const either = (name: string, values: readonly unknown[]) => ({ or: values.map((value) => ({ [name]: value })) });
    const criteria = { and: [either("half", [true, false]), either("rare", ["yes", "never"])] };

    const [, plan = ""] = await plansOf({ criteria });

    expect(plan.match(/Bitmap Index Scan on entities_by_property/g)).toHaveLength(1);
    expect(plan).not.toContain("Seq Scan");
  });

  test("of a common value reads only the first entities", async () => {
    const plans = await plansOf({ criteria: { half: true } });

    expect(plans).toHaveLength(1);
    expect(plans[0]).toContain("Index Scan using entities_pkey");
  });

  test.each<[string, Record<string, unknown>]>([
    ["a text that many have in it", { remark: { contains: "mark" } }],
    ["a text that many lie behind", { remark: { gt: "a" } }],
    ["a number that many lie above", { count: { gt: 5, lt: 1e9 } }],
  ])("of %s scans the primary key until the page is full", async (_name, criteria) => {
    const [plan, ...others] = await plansOf({ criteria });

    expect(others).toEqual([]);
    expect(plan).toContain("Index Scan using entities_pkey");
    expect(plan).not.toMatch(/Sort|Seq Scan/);
  });

  test("by id scans the primary key, at any depth", async () => {
    const ids = await listParsed(database.db, context, { limit: 1_000 });
    const [plan] = await plansOf({ nextPageKey: ids.nextPageKey ?? "", limit: 1_000 });

    expect(plan).toMatch(/Index Scan using entities_pkey[\s\S]*Index Cond: .*\(id > /);
  });
});
