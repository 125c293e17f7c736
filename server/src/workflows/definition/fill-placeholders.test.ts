import { afterAll, expect, test } from "vitest";
import { EvaluationError, ExpressionError } from "../../platform/expressions/expression-error.ts";
import { ExpressionEvaluator } from "../../platform/expressions/offload/expression-evaluator.ts";
import type { JsonObject, JsonValue } from "../../platform/json-value.ts";
import { fillPlaceholders, requireReadable } from "./fill-placeholders.ts";

const expressions = new ExpressionEvaluator();

afterAll(() => expressions.close());

const document: JsonObject = {
  newData: { name: "Parka", price: 99.5, isNew: true, sizes: ["S", "M"], color: null, nested: { a: { b: 1 } } },
  headers: { "content-type": "text/plain" },
  tasks: { "Send order": { status: "completed", output: { number: "PO-1", lines: [{ sku: "X" }] } } },
};

async function fill(value: JsonValue): Promise<JsonValue> {
  return (await fillConfig({ value }))["value"];
}

function fillConfig(config: JsonObject, plainMembers?: readonly string[]): Promise<JsonObject> {
  return fillPlaceholders({ expressions, orgId: "one" }, { config, plainMembers }, document);
}

test.each<[text: string, value: JsonValue]>([
  ["plain", "plain"],
  ["", ""],
  ["{newData.name}", "Parka"],
  ["{newData.price}", 99.5],
  ["{newData.isNew}", true],
  ["{newData.sizes}", ["S", "M"]],
  ["{newData.color}", null],
  ["{newData.nested}", { a: { b: 1 } }],
  ["{newData}", document["newData"]],
  ["{newData.sizes[1]}", "M"],
  ["{headers.content-type}", "text/plain"],
  ["{tasks.Send order.output.number}", "PO-1"],
  ['{tasks["Send order"].output.lines[0].sku}', "X"],
  ["{newData.name} for {newData.price}", "Parka for 99.5"],
  ["/items/{newData.name}", "/items/Parka"],
  ["{newData.name}-{newData.missing}", "Parka-"],
  ["={newData.price} * 2", 199],
  ["{newData.name}.toUpperCase()", "PARKA"],
  ["{newData.price} > 50 ? 'dear' : 'cheap'", "dear"],
  ['{ "a": 1 }', '{ "a": 1 }'],
  ["a { brace", "a { brace"],
])("%j resolves to %j", async (text, value) => {
  expect(await fill(text)).toEqual(value);
});

test.each([
  "{nothing}",
  "{newData.missing}",
  "{newData.name.missing.further}",
  "{newData.sizes[9].x}",
  "{tasks.Nobody.output.x}",
  "{newData.__proto__}",
  "{newData.constructor}",
])("%s resolves to nothing, which is not an error", async (text) => {
  expect(await fill(text)).toBeUndefined();
});

test("a member without a value is omitted, and a list item without a value becomes null", async () => {
  const config = {
    a: { kept: "{newData.name}", gone: "{newData.missing}" },
    list: ["{newData.missing}", "{newData.name}"],
  };

  const filled = await fillConfig(config);

  expect(filled).toEqual({ a: { kept: "Parka" }, list: [null, "Parka"] });
  expect(Object.keys(filled)).toEqual(["a", "list"]);
});

test("values other than strings stay unchanged", async () => {
  const config = { number: 1, flag: false, nothing: null, list: [1, [null]], object: { deep: { er: true } } };

  expect(await fillConfig(config)).toEqual(config);
});

test("plain members stay unchanged, also nested ones, and their siblings are resolved", async () => {
  const config = {
    code: "return {newData.name}",
    config: { columns: [{ default: "{newData.name}" }], file: "{newData.name}" },
    columns: "{newData.name}",
  };

  const filled = await fillConfig(config, ["code", "config/columns"]);

  expect(filled).toEqual({
    code: "return {newData.name}",
    config: { columns: [{ default: "{newData.name}" }], file: "Parka" },
    columns: "Parka",
  });
});

test("resolved values are not parsed again", async () => {
  const sent = { body: { a: "{secret}" }, secret: "s" };

  const filled = await fillPlaceholders({ expressions, orgId: "one" }, { config: { a: "{body.a}" } }, sent);

  expect(filled).toEqual({ a: "{secret}" });
});

test("an expression that cannot be parsed is an error at validation and at run time", async () => {
  const unreadable = "={newData.price} *";

  expect(() => requireReadable(unreadable)).toThrow(ExpressionError);
  await expect(fillConfig({ a: [{ b: unreadable }] })).rejects.toThrow(EvaluationError);
  await expect(fillConfig({ a: unreadable }, ["a"])).resolves.toEqual({ a: unreadable });
});

test("a slow template is resolved in another thread, with the same result", async () => {
  const spelled = "={newData.name}.repeat(4000).replace(/(P|a|r|k)/g, '$1.').length";

  const filled = await fillConfig({ spelled, name: "{newData.name}" });

  expect(filled).toEqual({ spelled: 40_000, name: "Parka" });
});
