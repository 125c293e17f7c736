import { expect, test } from "vitest";
import { type ApiDocument, operationTypes, schemaTypes } from "./client-types.ts";

/** A document with one schema; as read from a file, so that it may have anything. */
function documentWith(schema: object): ApiDocument {
  return JSON.parse(JSON.stringify({ paths: {}, components: { schemas: { Size: schema }, parameters: {} } }));
}

const typesOf = (schema: object) =>
  schemaTypes(documentWith(schema))
    .replace(/^.*\n\n/, "")
    .trim();

test.each([
  [{ type: "string", maxLength: 3, pattern: "^a" }, "export type Size = string;"],
  [{ type: ["integer", "null"], minimum: 1 }, "export type Size = number | null;"],
  [{ enum: ["a", 1] }, 'export type Size = "a" | 1;'],
  [
    { type: "array", items: { anyOf: [{ type: "string" }, { $ref: "#/x/Cut" }] } },
    "export type Size = (string | Cut)[];",
  ],
  [
    { type: "object", propertyNames: { type: "string" }, additionalProperties: {} },
    "export type Size = Record<string, unknown>;",
  ],
  [{ description: "Anything." }, "/** Anything. */\nexport type Size = unknown;"],
  [
    { type: "object", required: ["a"], properties: { a: { const: 1 }, "b-c": {} }, additionalProperties: false },
    'export interface Size {\n  a: 1;\n  "b-c"?: unknown;\n}',
  ],
])("the schema %j becomes a type", (schema, type) => {
  expect(typesOf(schema)).toBe(type);
});

test.each([
  ["if", { type: "object", properties: {}, if: {} }],
  ["allOf", { allOf: [{ type: "string" }] }],
  ["not", { type: "object", properties: { a: { not: {} } } }],
  ["prefixItems", { type: "array", items: { prefixItems: [{}] } }],
  ["patternProperties", { anyOf: [{ type: "object", patternProperties: {} }] }],
  ["nullable", { type: "object", additionalProperties: { type: "string", nullable: true } }],
])("a schema with the keyword %s is rejected, wherever it is", (keyword, schema) => {
  expect(() => typesOf(schema)).toThrow(`has the keyword ${keyword}. Add it to tools/client-types.ts.`);
});

test("a type without a counterpart is rejected", () => {
  expect(() => typesOf({ type: ["string", "date"] })).toThrow("The type date has no counterpart");
});

test("an unknown keyword of an operation is rejected too", () => {
  const schema = { type: "string", if: {} };
  const content = { "application/json": { schema } };
  const operation = { id: "get-size", path: "/sizes", method: "GET", summary: "A size" };
  const paths = { "/sizes": { get: { responses: { 200: { content } } } } };
  const document = JSON.parse(JSON.stringify({ paths, components: { schemas: {}, parameters: {} } }));

  expect(() => operationTypes(document, JSON.parse(JSON.stringify([operation])))).toThrow("has the keyword if");
});
