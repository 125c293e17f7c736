import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { foldText } from "../../platform/fold-text.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { buildCaller, buildTypes, insertEntities, listNames, property } from "../list/testing/list-world.ts";
import { buildEntityWorld, type EntityWorld } from "../testing/entity-world.ts";
import { entityTerms } from "./entity-terms.ts";
import { refreshTermsJob } from "./refresh-terms.ts";
import { findTermsState, saveTerms } from "./terms-store.ts";

/** The operators matches and contains on texts that have terms, which an index finds. */

describe("for any texts", () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.drop());

  const types = buildTypes({ item: [property("note", "text", { searchable: true })] });
  const piece = fc.constantFrom(
    ..."abc12 -.%_'\\\"\n",
    ...["ß", "Ä", "é", "外", "套", "😀", "Quilted", "parka", "collection", "x".repeat(45), "12345"],
  );
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));

  test("a list finds the same as a comparison of each", async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ name: text, note: text }), { minLength: 1, maxLength: 12 }),
        fc.record({ from: fc.nat(11), start: fc.nat(8), length: fc.integer({ min: 1, max: 30 }), other: text }),
        fc.constantFrom("name", "note"),
        fc.constantFrom("matches", "contains"),
        async (stored, { from, start, length, other }, field, operator) => {
          const orgId = `parts${runs++}`;
          const context = { caller: buildCaller(orgId), types, entityType: "item" };
          const ids = stored.map((_, index) => `A${String(index).padStart(15, "0")}`);
          const rows = stored.map(({ name, note }, index) => ({ id: ids[index] ?? "", name, properties: { note } }));
          await insertEntities(database.db, orgId, rows);
          const terms = rows.map(({ id, ...row }) => ({
            id,
            terms: entityTerms(orgId, {
              entity: { entityType: "item", federatedId: null, ...row },
              type: types.typeAt("item"),
            }),
          }));
          await database.db.transaction((tx) => saveTerms(tx, { orgId, entityType: "item" }, terms));
          const part = Array.from(stored[from]?.[field] ?? other)
            .slice(start, start + length)
            .join("");
          const isFound = (value: string) =>
            operator === "contains" ? value.includes(part) : foldText(value).includes(foldText(part));

          const found = await listNames(database.db, context, { criteria: { [field]: { [operator]: part } } });

          expect(found).toEqual(stored.filter((row) => isFound(row[field])).map(({ name }) => name));
        },
      ),
      { numRuns: 300 },
    );
  }, 60_000);
});

describe("through the service", () => {
  let service: TestService;
  let world: EntityWorld;

  beforeAll(async () => {
    service = await shareTestService();
  });

  afterAll(() => service.stop());

  beforeEach(async () => {
    world = await buildEntityWorld(service);
  });

  async function find(criteria: object): Promise<string[]> {
    const { status, body } = await world.call("GET", `/items?criteria=${encodeURIComponent(JSON.stringify(criteria))}`);
    expect(status).toBe(200);
    return body.results.map(({ name }: { name: string }) => name);
  }

  async function defineNote(definition: object): Promise<void> {
    const properties = [{ slug: "note", label: "Note", propertyType: "text", ...definition }];
    const { status } = await world.call("PUT", "/entity-types/item?force=true", { body: { properties } });
    expect(status).toBe(200);
  }

  /** Waits until the terms of the type as defined are computed: until then parts are compared with each text. */
  async function waitForTerms(): Promise<void> {
    await waitUntil("the terms are computed", async () => {
      const { hasParts } = await findTermsState(service.database.db, { orgId: world.org.id, entityType: "item" }, [
        "x",
      ]);
      return hasParts;
    });
  }

  const refresh = () => refreshTermsJob(service.database.db).run({}, new AbortController().signal);

  test("parts are found, together with other conditions", async () => {
    await defineNote({ searchable: true });
    await waitForTerms();
    await world.create("items", { name: "Quilted parka 12345", note: "Wasserdichte Außenjacke", season: "fall" });
    await world.create("items", { name: "Quilted cape 99123", note: "Innenfutter", season: "spring" });

    expect(await find({ name: { matches: "UILTED PAR" } })).toEqual(["Quilted parka 12345"]);
    expect(await find({ name: { contains: "uilted" }, season: "spring" })).toEqual(["Quilted cape 99123"]);
    expect(await find({ name: { contains: "UILTED" } })).toEqual([]);
    expect(await find({ note: { matches: "senjack" } })).toEqual(["Quilted parka 12345"]);
    expect(await find({ or: [{ note: { matches: "assendich" } }, { note: { matches: "nfutter" } }] })).toEqual([
      "Quilted cape 99123",
    ]);
    expect(await find({ or: [{ note: { matches: "nowhere" } }, { season: "fall" }] })).toEqual(["Quilted parka 12345"]);
    expect(await find({ not: 1, note: { matches: "nfutter" } })).toEqual([]);
  });

  test("parts of long texts are found, whatever their place", async () => {
    await defineNote({ searchable: true });
    await waitForTerms();
    const words = Array.from({ length: 3_000 }, (_, index) => `word${index * 7919}`).join(" ");
    await world.create("items", { name: "Long", note: `${words} farthest ${"y".repeat(90)}ending` });
    await world.create("items", { name: "Short", note: "farthest away" });

    expect(await find({ note: { matches: "arthest" } })).toEqual(["Long", "Short"]);
    expect(await find({ note: { matches: "yyyyending" } })).toEqual(["Long"]);
    expect(await find({ name: { matches: "short" } })).toEqual(["Short"]);
  });

  test("a value that is not a text is found by its JSON", async () => {
    await world.create("items", { name: "Number", note: 1234567 });
    await world.create("items", { name: "List", note: ["quilted", "lining"] });
    await defineNote({ searchable: true });
    await waitForTerms();

    expect(await find({ note: { matches: "23456" } })).toEqual(["Number"]);
    expect(await find({ note: { matches: 'uilted", "lin' } })).toEqual(["List"]);
  });

  test("parts of a property that becomes searchable are found at any time", async () => {
    await defineNote({});
    await world.create("items", { name: "Parka", note: "Außenjacke" });

    for (const searchable of [true, false, true]) {
      await defineNote({ searchable });
      for (let tries = 0; tries < 5; tries += 1) {
        expect(await find({ note: { matches: "ssenjack" } })).toEqual(["Parka"]);
      }
    }
  });

  test("parts of a property that only a subtype defines are found in all types", async () => {
    const properties = [{ slug: "note", label: "Note", propertyType: "text", searchable: true }];
    await world.call("POST", "/entity-types", { body: { typePath: "item:outer", properties } });
    await waitForTerms();
    await world.create("items", { name: "Shirt", note: "Innenfutter" });
    await world.create("items", { name: "Parka", note: "Innenfutter", typePath: "item:outer" });

    expect(await find({ note: { matches: "nenfutt" } })).toEqual(["Shirt", "Parka"]);
    expect(await find({ note: { matches: "nenfutt" }, typePath: "item:outer" })).toEqual(["Parka"]);
  });

  test("rows of earlier releases are found before and after their terms are computed", async () => {
    await world.create("items", { name: "Quilted parka" });
    await service.database.db.query(sql`
      update entities set search_terms = ts_filter(search_terms, '{a}'), search_version = version
      where org_id = ${world.org.id}`);

    expect(await find({ name: { matches: "uilted" } })).toEqual(["Quilted parka"]);
    await refresh();

    expect(await find({ name: { matches: "uilted" } })).toEqual(["Quilted parka"]);
    const rows = await service.database.db.query<{ terms: string }>(sql`
      select search_terms::text as terms from entities where org_id = ${world.org.id}`);
    expect(rows[0]?.terms).toContain(".lted");
  });
});
