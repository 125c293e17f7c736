import { expect, test } from "vitest";
import { ExpressionFault } from "../../platform/expressions/expression-fault.ts";
import type { JsonObject, JsonValue } from "../../platform/json-value.ts";
import { compileConfig } from "./fill-placeholders.ts";

const document: JsonObject = {
  newData: { name: "Parka", price: 99.5, isNew: true, sizes: ["S", "M"], color: null, nested: { a: { b: 1 } } },
  headers: { "content-type": "text/plain" },
  tasks: { "Send order": { status: "completed", output: { number: "PO-1", lines: [{ sku: "X" }] } } },
};

function fill(value: JsonValue, plainMembers?: readonly string[]): JsonValue {
  return compileConfig({ value }, plainMembers)(document)["value"];
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
])("%j is filled as %j", (text, value) => {
  expect(fill(text)).toEqual(value);
});

test.each([
  "{nothing}",
  "{newData.missing}",
  "{newData.name.missing.further}",
  "{newData.sizes[9].x}",
  "{tasks.Nobody.output.x}",
  "{newData.__proto__}",
  "{newData.constructor}",
])("%s leads nowhere, which is no error", (text) => {
  expect(fill(text)).toBeUndefined();
});

test("a member that finds nothing is left out, an item of a list leaves its place empty", () => {
  const config = {
    a: { kept: "{newData.name}", gone: "{newData.missing}" },
    list: ["{newData.missing}", "{newData.name}"],
  };

  const filled = compileConfig(config)(document);

  expect(filled).toEqual({ a: { kept: "Parka" }, list: [null, "Parka"] });
  expect(Object.keys(filled)).toEqual(["a", "list"]);
});

test("whatever is no text stays as it is", () => {
  const config = { number: 1, flag: false, nothing: null, list: [1, [null]], object: { deep: { er: true } } };

  expect(compileConfig(config)(document)).toEqual(config);
});

test("plain members stay as they are, also deep ones, and their neighbours are filled", () => {
  const config = {
    code: "return {newData.name}",
    config: { columns: [{ default: "{newData.name}" }], file: "{newData.name}" },
    columns: "{newData.name}",
  };

  const filled = compileConfig(config, ["code", "config/columns"])(document);

  expect(filled).toEqual({
    code: "return {newData.name}",
    config: { columns: [{ default: "{newData.name}" }], file: "Parka" },
    columns: "Parka",
  });
});

test("what is filled in is not read again", () => {
  const filled = compileConfig({ a: "{body.a}" })({ body: { a: "{secret}" }, secret: "s" });

  expect(filled).toEqual({ a: "{secret}" });
});

test("an expression that cannot be read is a fault when it is compiled, wherever it stands", () => {
  expect(() => compileConfig({ a: [{ b: "={newData.price} *" }] })).toThrow(ExpressionFault);
  expect(() => compileConfig({ a: "={newData.price} *" }, ["a"])).not.toThrow();
});
