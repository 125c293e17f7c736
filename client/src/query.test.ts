import fc from "fast-check";
import { expect, test } from "vitest";
import { parseQueryObject } from "../../server/src/platform/http/list-parameters.ts";
import { fillPath } from "./call-operation.ts";
import { type QueryValue, writeQuery } from "./query.ts";

test.each<[string, Record<string, QueryValue>, string]>([
  ["nothing", {}, ""],
  ["undefined values", { limit: undefined }, ""],
  [
    "numbers and booleans",
    { limit: 10, includeTotal: true, dryRun: false },
    "?limit=10&includeTotal=true&dryRun=false",
  ],
  ["an empty text, which is a value", { q: "" }, "?q="],
  ["a list of names, comma-separated", { fields: ["name", "price"] }, "?fields=name%2Cprice"],
  ["an object as jsurl", { criteria: { color: "red" } }, "?criteria=~(color~'red)"],
  [
    "a list of objects as jsurl",
    { order: [{ orderField: "a" }, { orderField: "b" }] },
    "?order=~(~(orderField~'a)~(orderField~'b))",
  ],
  ["a text for an object, unchanged", { criteria: '{"a":1}' }, "?criteria=%7B%22a%22%3A1%7D"],
  ["characters with a meaning in URLs", { q: "a&b=c#d+e %é" }, "?q=a%26b%3Dc%23d%2Be%20%25%C3%A9"],
])("%s", (_name, query, text) => {
  expect(writeQuery(query)).toBe(text);
});

test("any criteria reach the service unchanged", () => {
  const texts = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0"));

  fc.assert(
    fc.property(texts, (text) => {
      const query = new URLSearchParams(writeQuery({ criteria: { name: { in: [text] } }, q: text }));

      expect(parseQueryObject("criteria", query.get("criteria") ?? "", {})).toEqual({ name: { in: [text] } });
      expect(query.get("q")).toBe(text);
    }),
  );
});

test.each([
  ["an id", "AP6U2iy1Fw9WV_Qi", "/items/AP6U2iy1Fw9WV_Qi"],
  ["slashes and other URL characters", "a/b?c#d%2F", "/items/a%2Fb%3Fc%23d%252F"],
  ["three dots", "...", "/items/..."],
  ["Unicode", "größe \u{1f9e5}", "/items/gr%C3%B6%C3%9Fe%20%F0%9F%A7%A5"],
])("%s can be part of a path", (_name, id, path) => {
  expect(fillPath("/items/{id}", { id })).toBe(path);
});

test.each(["", ".", ".."])("'%s' cannot be part of a path", (id) => {
  expect(() => fillPath("/items/{id}", { id })).toThrow(TypeError);
});
