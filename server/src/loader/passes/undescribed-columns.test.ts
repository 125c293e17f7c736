import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildKey, firstOrg } from "../../testing/builders.ts";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { byFederatedId, load, rows } from "../testing/loading.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

function loadOf(typePath: string, header: string, ...lines: readonly string[]) {
  return load(service, rows(`itemFamilyFederatedId,name,${header}`, ...lines), {
    loadType: ["ITEM"],
    conditionalColumns: [{ toProperty: "typePath", default: typePath }],
  });
}

function describeAs(typePath: string, properties: readonly object[], query = "") {
  return service.call("POST", `/entity-types/${typePath}/describe${query}`, { body: { properties } });
}

async function changesOf(id: string): Promise<{ propertyDiffs: object; createdBy: object }[]> {
  const criteria = encodeURIComponent(JSON.stringify({ entityReference: `item:${id}` }));
  return (await service.call("GET", `/change-history?criteria=${criteria}`)).body.results;
}

describe("a load reports the columns that it stored as text", () => {
  test("with a type that fits all values, the type of their rows, a slug and examples", async () => {
    const columns: Readonly<Record<string, readonly [readonly string[], string]>> = {
      "All Numbers": [["12", "1,234.5", "-3"], "number"],
      ones: [["1", "0", "1"], "number"],
      // A number would lose their spelling.
      codes: [["00123", "42", "7"], "string"],
      articles: [["4006381333931", "4006381333948", "1"], "string"],
      answers: [["yes", "no", "yes"], "boolean"],
      flags: [["TRUE", "false", "true"], "boolean"],
      days: [["2026-12-31", "2027-01-01", "2027-01-02"], "date"],
      times: [["2026-12-31T12:00:00Z", "2026-12-31T12:00:00+01:00", ""], "datetime"],
      shares: [["12.5%", "3%", ""], "percent"],
      addresses: [["https://example.com/a", "https://example.com/b", ""], "url"],
      objects: [['{"a":1}', "[1]", ""], "json"],
      mixed: [["12", "n/a", "3"], "string"],
      long: [["x".repeat(300), "", ""], "text"],
    };
    const lines = [0, 1, 2].map((row) => {
      const cells = Object.values(columns).map(([values]) => `"${values[row]?.replaceAll('"', '""')}"`);
      return [`G${row},Guess ${row}`, ...cells].join();
    });

    const { undescribedColumns } = await loadOf("item:guess", Object.keys(columns).join(), ...lines);

    const guessed = undescribedColumns.map((one: Record<string, string>) => [one["columnName"], one["guessedKind"]]);
    expect(guessed).toEqual(Object.entries(columns).map(([name, [, kind]]) => [name, kind]));
    expect(undescribedColumns[0]).toEqual({
      columnName: "All Numbers",
      slug: "allNumbers",
      typePath: "item:guess",
      guessedKind: "number",
      examples: ["12", "1,234.5", "-3"],
    });
  });

  test("and none if all are defined, empty or control columns", async () => {
    const process = await loadOf("item:plain", "empty", "P1,Plain,");

    expect(process).not.toHaveProperty("undescribedColumns");
  });
});

describe("one call defines them and converts the stored values", () => {
  test("with history, in one transaction, and the next load finds them by slug or label", async () => {
    const first = await loadOf("item:a", "weight,In Stock", "A1,One,120,yes", "A2,Two,80,no");
    const before = await byFederatedId(service, "items", "A1");

    const answer = await describeAs("item:a", [
      { slug: "weight", propertyType: "number" },
      { slug: "inStock", propertyType: "boolean", columnName: "In Stock" },
    ]);

    const item = await byFederatedId(service, "items", "A1");
    const [change] = await changesOf(item.id);
    expect(answer).toMatchObject({
      status: 200,
      body: { conversion: { converted: 2, notConverted: 0, sampleIds: [] } },
    });
    expect(answer.body.properties).toMatchObject([
      { slug: "weight", label: "weight", propertyType: "number" },
      { slug: "inStock", label: "In Stock", propertyType: "boolean" },
    ]);
    expect(first.undescribedColumns).toHaveLength(2);
    expect(item).toMatchObject({ weight: 120, inStock: true, version: before.version + 1 });
    expect(item).not.toHaveProperty("In Stock");
    expect(change?.propertyDiffs).toMatchObject({ weight: { oldValue: "120", newValue: 120 } });
    const again = await loadOf("item:a", "weight,In Stock", "A1,One,120,yes", "A2,Two,80,no");
    expect(again).toMatchObject({ warnings: 0, counts: { item: { unchanged: 2 } } });
    expect(again).not.toHaveProperty("undescribedColumns");
  });

  test("including subtypes, and references by name", async () => {
    await service.call("POST", "/colors", { body: { name: "Red", federatedId: "red", hex: "ff0000" } });
    await loadOf("item:b:c", "tint", "B1,One,red");

    const answer = await describeAs("item:b", [
      { slug: "tint", propertyType: "object_reference", referenceType: "color" },
    ]);

    const { id } = await byFederatedId(service, "colors", "red");
    expect(answer.body.conversion).toMatchObject({ converted: 1 });
    expect((await byFederatedId(service, "items", "B1")).tint).toBe(id);
  });

  test("or is rejected with counts if some do not match, unless forced", async () => {
    await loadOf("item:d", "grade", "D1,One,1", "D2,Two,two", "D3,Three,three");
    const bad = await byFederatedId(service, "items", "D2");
    const properties = [{ slug: "grade", propertyType: "number" }];

    const refused = await describeAs("item:d", properties);
    const afterRefusal = await byFederatedId(service, "items", "D1");
    const forced = await describeAs("item:d", properties, "?force=true");

    expect(refused).toMatchObject({ status: 409, body: { count: 2, byProperty: { grade: 2 } } });
    expect(refused.body.sampleIds).toContain(bad.id);
    expect(afterRefusal.grade).toBe("1");
    expect((await service.call("GET", "/entity-types/item:d")).body.properties).toHaveLength(1);
    expect(forced.body.conversion).toMatchObject({ converted: 1, notConverted: 2 });
    expect((await byFederatedId(service, "items", "D1")).grade).toBe(1);
    expect((await byFederatedId(service, "items", "D2")).grade).toBe("two");
  });

  test("a dry run reports the result and changes nothing", async () => {
    await loadOf("item:e", "size", "E1,One,44");

    const answer = await describeAs("item:e", [{ slug: "size", propertyType: "number" }], "?dryRun=true");

    expect(answer).toMatchObject({ status: 200, body: { conversion: { converted: 1 } } });
    expect((await byFederatedId(service, "items", "E1")).size).toBe("44");
    expect((await service.call("GET", "/entity-types/item:e")).body.properties).toEqual([]);
  });

  test("more entities than one batch are converted together", async () => {
    const lines = Array.from({ length: 2_100 }, (_, index) => `F${index},Fit ${index},${index}`);
    await loadOf("item:f", "rank", ...lines);

    const answer = await describeAs("item:f", [{ slug: "rank", propertyType: "number" }]);

    expect(answer.body.conversion).toMatchObject({ converted: 2_100 });
    expect((await byFederatedId(service, "items", "F2099")).rank).toBe(2_099);
  });

  test.each([
    ["a property that is there", "item:a", [{ slug: "weight", propertyType: "number" }], 400],
    ["a kind that the service makes itself", "item:a", [{ slug: "sum", propertyType: "formula" }], 400],
    ["a choice without options", "item:a", [{ slug: "season", propertyType: "choice" }], 400],
    ["nothing", "item:a", [], 400],
    ["a type that is not there", "item:nowhere", [{ slug: "x", propertyType: "number" }], 404],
  ])("%s is rejected", async (_, typePath, properties, status) => {
    expect((await describeAs(typePath, properties)).status).toBe(status);
  });

  test("for administrators only, and with If-Match for the version that they read", async () => {
    const body = { properties: [{ slug: "y", propertyType: "number" }] };
    const { headers } = await buildKey(service, await firstOrg(service), { preset: "loader" });
    const { first } = service;
    const stale = { "x-api-key": first.apiKey, "x-api-org": first.orgSlug, "if-match": '"99"' };

    const loader = await service.call("POST", "/entity-types/item:a/describe", { headers, body });
    const late = await service.call("POST", "/entity-types/item:a/describe", { headers: stale, body });

    expect([loader.status, late.status]).toEqual([403, 412]);
  });
});
