import fc from "fast-check";
import { expect, test } from "vitest";
import { parseQueryObject } from "../../server/src/platform/http/query-object.ts";
import { fillPath } from "./call-operation.ts";
import { type QueryValue, writeQuery } from "./query.ts";

test.each<[string, Record<string, QueryValue>, string]>([
  ["nothing", {}, ""],
  ["what is undefined", { limit: undefined }, ""],
  [
    "numbers and booleans",
    { limit: 10, includeTotal: true, dryRun: false },
    "?limit=10&includeTotal=true&dryRun=false",
  ],
  ["an empty text, which is a value", { q: "" }, "?q="],
  ["a list of names, separated by commas", { fields: ["name", "price"] }, "?fields=name%2Cprice"],
  ["an object as jsurl", { criteria: { color: "red" } }, "?criteria=~(color~'red)"],
  ["a text for an object as it is", { criteria: '{"a":1}' }, "?criteria=%7B%22a%22%3A1%7D"],
  ["what has a meaning in addresses", { q: "a&b=c#d+e %é" }, "?q=a%26b%3Dc%23d%2Be%20%25%C3%A9"],
])("%s", (_name, query, text) => {
  expect(writeQuery(query)).toBe(text);
});

test("any criteria reach the service as they were", () => {
  const texts = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0"));

  fc.assert(
    fc.property(texts, (text) => {
      const query = new URLSearchParams(writeQuery({ criteria: { name: { in: [text] } }, q: text }));

      expect(parseQueryObject("criteria", query.get("criteria") ?? "")).toEqual({ name: { in: [text] } });
      expect(query.get("q")).toBe(text);
    }),
  );
});

test.each([
  ["an id", "AP6U2iy1Fw9WV_Qi", "/items/AP6U2iy1Fw9WV_Qi"],
  ["slashes and what else addresses are made of", "a/b?c#d%2F", "/items/a%2Fb%3Fc%23d%252F"],
  ["three dots", "...", "/items/..."],
  ["Unicode", "größe \u{1f9e5}", "/items/gr%C3%B6%C3%9Fe%20%F0%9F%A7%A5"],
])("%s has its place in a path", (_name, id, path) => {
  expect(fillPath("/items/{id}", { id })).toBe(path);
});

test.each(["", ".", ".."])("'%s' has no place in a path", (id) => {
  expect(() => fillPath("/items/{id}", { id })).toThrow(TypeError);
});
