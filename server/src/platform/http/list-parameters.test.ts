import assert from "node:assert";
import { operations } from "@weft/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Problem } from "../problem.ts";
import { parseQueryObject, readListParameters } from "./list-parameters.ts";

const example = { entityType: "item" };

/** The problem's detail; any other exception fails the test. */
function refusalOf(text: string): string | undefined {
  try {
    parseQueryObject("criteria", text, example);
    return undefined;
  } catch (error) {
    if (error instanceof Problem && error.code === "invalid-query-object") return error.detail;
    throw error;
  }
}

describe("parseQueryObject parses", () => {
  test.each([
    ["jsurl", "~(entityType~'item)", { entityType: "item" }],
    ["jsurl with a percent-encoded quote", "~(entityType~%27item)", { entityType: "item" }],
    ["an empty jsurl object", "~()", {}],
    ["JSON", '{"entityType":"item","price":{"gte":10}}', { entityType: "item", price: { gte: 10 } }],
    ["JSON with bare keys", '{entityType:"item",price:{gte:10}}', { entityType: "item", price: { gte: 10 } }],
    [
      "JSON with keys of both kinds and space",
      '{ a_1 : [ {$b : null} ] ,\n"c d" : true }',
      { a_1: [{ $b: null }], "c d": true },
    ],
    ["bare keys that are keywords elsewhere", "{true:1,null:2,or:[]}", { true: 1, null: 2, or: [] }],
    ["strings that look like bare keys", '{a:"{b:1,c:2}"}', { a: "{b:1,c:2}" }],
    ["an empty JSON object", "{}", {}],
    ["many objects side by side", `{or:[${"{}, ".repeat(100)}{}]}`, { or: Array.from({ length: 101 }, () => ({})) }],
  ])("%s", (_, text, value) => {
    expect(parseQueryObject("criteria", text, example)).toStrictEqual(value);
  });

  test("any object in JSON, like JSON.parse", () => {
    const scalars = [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)];
    const objects = fc.object({ key: fc.stringMatching(/^[a-z]+$/), values: scalars, maxDepth: 5 });

    fc.assert(
      fc.property(objects, (object) => {
        expect(parseQueryObject("criteria", JSON.stringify(object), example)).toEqual(object);
      }),
    );
  });
});

describe("the parameter order", () => {
  const operation = operations.find(({ id }) => id === "list-items");
  assert(operation !== undefined);
  const list = [{ orderField: "color" }, { orderField: "name", order: "desc" }];

  test.each([
    ["an object", '{"orderField":"name"}', { orderField: "name" }],
    ["a list as JSON", JSON.stringify(list), list],
    ["a list as JSON with bare keys", '[{orderField:"color"},{orderField:"name",order:"desc"}]', list],
    ["a list as jsurl", "~(~(orderField~'color)~(orderField~'name~order~'desc))", list],
  ])("may be %s", (_, order, parsed) => {
    expect(readListParameters(operation, { order })).toEqual({ order: parsed });
  });

  test.each([
    ["a name", "name", 'It starts with neither "~" nor "{" nor "["'],
    ["a text", "~'name", "It is another kind of value"],
    ["a broken list", "[{}", 'Expected "," or "]" after an item, found the end (character 4 of the decoded value)'],
  ])("is rejected as %s", (_, order, reason) => {
    const hint = "Write it as jsurl, order=~(orderField~'createdOn~order~'desc), or as URL-encoded JSON,";

    expect(() => readListParameters(operation, { order })).toThrow(
      `The parameter order is not an object or a list. ${reason}. ${hint}`,
    );
  });
});

describe("parseQueryObject rejects", () => {
  test.each([
    ["an empty value", "", 'It starts with neither "~" nor "{"'],
    ["plain text", "item", 'It starts with neither "~" nor "{"'],
    ["a JSON array", "[1]", 'It starts with neither "~" nor "{"'],
    ["JSON still percent-encoded", "%7B%7D", 'It starts with neither "~" nor "{"'],
    ["a jsurl array", "~(~1)", "It is another kind of value"],
    ["a jsurl string", "~'item", "It is another kind of value"],
    ["a jsurl null", "~null", "It is another kind of value"],
    ["broken jsurl", "~(a~1", 'Expected "~" or ")", found the end (character 6 of the decoded value)'],
    ["broken JSON", '{"a":1', 'Expected "," or "}" after a member, found the end (character 7 of the decoded value)'],
    ["a bare value", "{a:item}", 'Expected a value, found "i" (character 4 of the decoded value)'],
    ["single quotes", "{'a':1}", `Expected a key in double quotes, found "'" (character 2 of the decoded value)`],
    ["a bare key with a hyphen", "{a-b:1}", 'Expected ":" after a key, found "-" (character 3 of the decoded value)'],
    [
      "a bare key that starts with a digit",
      "{1a:1}",
      'Expected a key in double quotes, found "1" (character 2 of the decoded value)',
    ],
    ["a comma at the end", "{a:1,}", 'Expected a key in double quotes, found "}" (character 6 of the decoded value)'],
    ["a comment", "{a:1/**/}", 'Expected "," or "}" after a member, found "/" (character 5 of the decoded value)'],
    [
      "text after the object",
      "{a:1}b",
      'Expected nothing after the value, found "b" (character 6 of the decoded value)',
    ],
    [
      "a key repeated with and without quotes",
      '{a:1,"a":2}',
      'The key "a" is duplicated in one object; keep one (character 6 of the decoded value)',
    ],
    [
      "the bare key __proto__",
      "{__proto__:{}}",
      'The key "__proto__" is not allowed; rename it (character 2 of the decoded value)',
    ],
    [
      "33 levels of JSON",
      "{a:".repeat(33),
      "The nesting is deeper than 32 levels; send a flatter value (character 97 of the decoded value)",
    ],
    [
      "20,000 levels of JSON",
      "{a:".repeat(20_000),
      "The nesting is deeper than 32 levels; send a flatter value (character 97 of the decoded value)",
    ],
  ])("%s", (_, text, reason) => {
    expect(refusalOf(text)).toBe(
      `The parameter criteria is not an object. ${reason}. ` +
        "Write it as jsurl, criteria=~(entityType~'item), or as URL-encoded JSON, criteria=%7B%22entityType%22%3A%22item%22%7D.",
    );
  });

  test("any other text, with the problem and nothing else", () => {
    const pieces = [
      "{",
      "}",
      "[",
      "]",
      ":",
      ",",
      '"',
      "\\",
      "a",
      "1",
      "-",
      "e",
      " ",
      "~",
      "(",
      ")",
      "'",
      "\\u0000",
      "__proto__",
      "a:1",
    ];
    const texts = fc.string({ unit: fc.constantFrom(...pieces), maxLength: 12 });

    fc.assert(
      fc.property(fc.constantFrom("~", "{", ""), texts, (start, rest) => {
        refusalOf(start + rest);
      }),
      { numRuns: 5000 },
    );
  });
});
