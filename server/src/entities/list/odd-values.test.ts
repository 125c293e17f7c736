import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonValue } from "../../platform/json-value.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import type { ListContext } from "./list-entities.ts";
import { buildCaller, buildTypes, insertEntities, listNames, property } from "./testing/list-world.ts";

let database: TestDatabase;

/** Stored values may be older than their type definition. */
const types = buildTypes({ item: [property("price", "number"), property("details", "json")] });

/** The names of the entities that match the criteria. Each entity is named by its stored value as JSON. */
async function found(orgId: string, criteria: Record<string, unknown>): Promise<string[]> {
  const context: ListContext = { caller: buildCaller(orgId), types, entityType: "item" };
  return (await listNames(database.db, context, { criteria })).map(String);
}

function entityHolding(value: JsonValue) {
  return { name: JSON.stringify(value), properties: { price: value, free: value, details: value } };
}

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

describe("a number is compared with numbers only", () => {
  const numbers = [-1e300, -5, 0, 5, 5.000001, 1e21, 1e300];
  const others = ["5", "NaN", "Infinity", "", "6 ", null, true, false, [], [5], [6, 7], {}, { value: 5 }];

  beforeAll(async () => {
    const values = [...numbers, ...others];
    await insertEntities(database.db, "numbers", [...values.map(entityHolding), { name: "missing" }]);
  });

  test.each<[Record<string, number>, number[]]>([
    [{ gt: 5 }, [5.000001, 1e21, 1e300]],
    [{ gte: 5 }, [5, 5.000001, 1e21, 1e300]],
    [{ lt: 5 }, [-1e300, -5, 0]],
    [{ lte: 5 }, [-1e300, -5, 0, 5]],
    [{ gt: -5, lt: 1e21 }, [0, 5, 5.000001]],
    [{ gt: 1e300 }, []],
    [{ gte: -1e300 }, numbers],
    [{ lt: -1e-7 }, [-1e300, -5]],
  ])("%j", async (comparison, expected) => {
    const names = expected.map((value) => JSON.stringify(value));

    expect(await found("numbers", { free: comparison })).toEqual(names);
    expect(await found("numbers", { price: comparison })).toEqual(names);
  });
});

describe("a text is matched in texts, and as an element of lists", () => {
  const texts = ["a", "ab", 'say "ab"', "C:\\ab", "a\nb", "tab\there", "Ärmel 😀", ""];
  const lists = [["a"], ["ab", "b"], ['say "ab"'], ["C:\\ab"], ["a\nb"], ["Ärmel 😀"], [""], [["a"]], [1, true], []];
  const others = [{ a: "ab" }, { ab: ["a"] }, 1, true, null];

  beforeAll(async () => {
    await insertEntities(database.db, "texts", [...texts, ...lists, ...others].map(entityHolding));
  });

  test.each<[string, JsonValue[]]>([
    ["a", ["a", "ab", 'say "ab"', "C:\\ab", "a\nb", "tab\there", ["a"]]],
    ["ab", ["ab", 'say "ab"', "C:\\ab", "tab\there", ["ab", "b"]]],
    ['say "ab"', ['say "ab"', ['say "ab"']]],
    ['"', ['say "ab"']],
    ["\\", ["C:\\ab"]],
    ["C:\\ab", ["C:\\ab", ["C:\\ab"]]],
    ["a\nb", ["a\nb", ["a\nb"]]],
    ["\n", ["a\nb"]],
    ["\\n", []],
    ["b\t", ["tab\there"]],
    ["Ärmel 😀", ["Ärmel 😀", ["Ärmel 😀"]]],
    ["😀", ["Ärmel 😀"]],
    ["1", []],
    ["tr", []],
    ["", [...texts, [""]]],
  ])("%j", async (contains, expected) => {
    const names = expected.map((value) => JSON.stringify(value));

    expect(await found("texts", { free: { contains } })).toEqual(names);
    expect(await found("texts", { details: { contains } })).toEqual(names);
  });

  test("startsWith and comparisons match texts only", async () => {
    const names = texts.filter((text) => text.startsWith("a")).map((text) => JSON.stringify(text));

    expect(await found("texts", { free: { startsWith: "a" } })).toEqual(names);
    expect(await found("texts", { free: { startsWith: "[" } })).toEqual([]);
    expect(await found("texts", { free: { startsWith: "{" } })).toEqual([]);
    expect(await found("texts", { free: { gte: "a", lt: "b" } })).toEqual(names);
    expect(await found("texts", { free: { gte: "[", lt: "\\" } })).toEqual([]);
    expect(await found("texts", { free: { gte: "{" } })).toEqual(['"Ärmel 😀"']);
  });
});

test("matches folds stored texts as it folds the operand", async () => {
  const texts = ["Crème", "STRASSE", "Straße", "Łódź", "ÆON", "ΟΔΟΣ", "Ёлка", "Þing", "e\u0301te\u0301", "ASCII"];
  const named = texts.map((name) => ({ name }));
  await insertEntities(database.db, "folded", named);

  for (const text of texts) {
    const same = text.startsWith("S") ? ["STRASSE", "Straße"] : [text];
    expect(await found("folded", { name: { matches: text } })).toEqual(same);
  }
  expect(await found("folded", { name: { matches: "CREM" } })).toEqual(["Crème"]);
  expect(await found("folded", { name: { matches: "lod" } })).toEqual(["Łódź"]);
});
