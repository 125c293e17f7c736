import { describe, expect, test } from "vitest";
import type { JsonObject } from "../json-value.ts";
import { mergeOutput } from "./merge-output.ts";

type Sources = Readonly<Record<string, string>>;

function merge(own: JsonObject, addition: JsonObject, sources: Sources = {}) {
  return mergeOutput({ own, ownSource: "task", addition, additionSource: "callback", sources });
}

describe("mergeOutput reports the source of each leaf:", () => {
  test.each<[string, JsonObject, JsonObject, Sources]>([
    ["nothing for nothing", {}, {}, {}],
    ["the task", { a: 1, b: { c: null } }, {}, { "/a": "task", "/b/c": "task" }],
    ["the callback", {}, { erp: { orderNumber: 7 } }, { "/erp/orderNumber": "callback" }],
    ["both", { erp: { id: 1 } }, { erp: { orderNumber: 7 } }, { "/erp/id": "task", "/erp/orderNumber": "callback" }],
    ["the callback, whose value takes precedence", { a: 1, b: 1 }, { a: 2 }, { "/a": "callback", "/b": "task" }],
    ["the callback, also for the same value", { a: 1 }, { a: 1 }, { "/a": "callback" }],
    ["an array as one leaf", { a: [1, { b: 2 }] }, { c: [3] }, { "/a": "task", "/c": "callback" }],
    ["an empty object as a leaf", { a: {} }, { b: {} }, { "/a": "task", "/b": "callback" }],
    ["an empty object filled", { a: {} }, { a: { b: 1 } }, { "/a/b": "callback" }],
    ["an empty object that adds nothing", { a: { b: 1 } }, { a: {} }, { "/a/b": "task" }],
    ["an empty object in both", { a: {} }, { a: {} }, { "/a": "callback" }],
    ["an object that a scalar replaced", { a: { b: 1, c: { d: 2 } } }, { a: 0 }, { "/a": "callback" }],
    ["a scalar that an object replaced", { a: 0 }, { a: { b: 1 } }, { "/a/b": "callback" }],
    [
      "keys with / and ~",
      { "a/b": 1, "c~d": 2 },
      { "": { "~1": 3 } },
      {
        "/a~1b": "task",
        "/c~0d": "task",
        "//~01": "callback",
      },
    ],
    ["nothing for undefined values", { a: undefined }, { b: { c: undefined } }, { "/b": "callback" }],
  ])("%s", (_, own, addition, expected) => {
    expect(merge(own, addition).outputSources).toEqual(expected);
  });

  test("sources of earlier merges are kept, and removed with their leaves", () => {
    const first = merge({ a: 1, b: { c: 1, d: 1 } }, { b: { c: 2 }, e: { f: 2 } });
    const second = merge(first.output, { e: "gone", g: 3 }, first.outputSources);
    const third = merge(second.output, { b: null }, second.outputSources);

    expect(second.outputSources).toEqual({
      "/a": "task",
      "/b/c": "callback",
      "/b/d": "task",
      "/e": "callback",
      "/g": "callback",
    });
    expect(third).toEqual({
      output: { a: 1, b: null, e: "gone", g: 3 },
      outputSources: { "/a": "task", "/b": "callback", "/e": "callback", "/g": "callback" },
    });
  });

  test("__proto__ and constructor are ordinary keys", () => {
    const own: JsonObject = JSON.parse('{"constructor":{"name":1}}');
    const addition: JsonObject = JSON.parse('{"__proto__":{"polluted":1}}');

    const { output, outputSources } = merge(own, addition);

    expect(JSON.stringify(output)).toBe('{"constructor":{"name":1},"__proto__":{"polluted":1}}');
    expect(outputSources).toEqual({ "/constructor/name": "task", "/__proto__/polluted": "callback" });
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("an object below the 64th level is one leaf", () => {
    const deep = (innermost: JsonObject) =>
      Array.from({ length: 64 }).reduce<JsonObject>((inner) => ({ a: inner }), innermost);

    const { output, outputSources } = merge(deep({ b: 1 }), deep({ c: 2 }));

    expect(output).toEqual(deep({ c: 2 }));
    expect(outputSources).toEqual({ ["/a".repeat(64)]: "callback" });
  });
});
