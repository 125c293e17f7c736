import { describe, expect, test } from "vitest";
import { documentPaths } from "./document-paths.ts";

const document = {
  newData: { status: "open", items: [{ name: "x" }], "odd.key": 1, "": 2 },
  tasks: { "Send mail": { output: { x: 1 } }, "my-task": { output: 2 } },
  headers: { "content-type": "text/plain", "x'y": "quote" },
  constructor: 3,
  größe: 42,
  none: null,
};

describe("a path resolves to", () => {
  test.each([
    ["newData.status", "open"],
    ["newData.items.0.name", "x"],
    ["newData.items[0].name", "x"],
    ["newData.items.length", 1],
    ["newData.status.length", 4],
    ['newData["odd.key"]', 1],
    ["newData['odd.key']", 1],
    ['newData[""]', 2],
    ["tasks.Send mail.output.x", 1],
    ["tasks.my-task.output", 2],
    ["headers.content-type", "text/plain"],
    [`headers["x'y"]`, "quote"],
    ["größe", 42],
    ["constructor", 3],
    ["none", null],
    ["none.deeper", undefined],
    ["absent", undefined],
    ["absent.deeper.still", undefined],
    ["newData.status.deeper", undefined],
    ["newData.items.1.name", undefined],
    ["newData.items.name", undefined],
    ["newData.items.-1", undefined],
    ["newData.toString", undefined],
    ["newData.items.map", undefined],
    ["newData.__proto__", undefined],
    ["newData.constructor.name", undefined],
    ["newData.status.0", undefined],
  ])("%s: %j", (path, expected) => {
    expect(documentPaths().reader(path)?.(document)).toEqual(expected);
  });

  test.each([[null], ["text"], [5], [[1]], [undefined]])("nothing in %j", (value) => {
    expect(documentPaths().reader("a.b")?.(value)).toBeUndefined();
  });
});

describe("in braces", () => {
  test.each([
    ["{a.b}", "a.b", 5],
    ["{ a.b } + 1", "a.b", 7],
    ["{a.b c.d-e}", "a.b c.d-e", 11],
    ["{a[0]['x y']}", "a[0]['x y']", 13],
    ["{a - b}", undefined, undefined],
    ["{a.b()}", undefined, undefined],
    ["{a: 1}", undefined, undefined],
    ['{"a"}', undefined, undefined],
    ["{a..b}", undefined, undefined],
    ["{.a}", undefined, undefined],
    ["{}", undefined, undefined],
    ["{a.b", undefined, undefined],
  ])("%s contains the path %s", (source, name, end) => {
    expect(documentPaths().nameAt(source, 1)).toEqual(name === undefined ? undefined : { name, end });
  });
});

describe("with known first segments", () => {
  const names = documentPaths(["newData", "oldData", "a-b"]);

  test.each([
    ["newData.x", true],
    ["newData", true],
    ["a-b", true],
    ["newdata.x", false],
    ["a", false],
  ])("%s is a name: %s", (name, isKnown) => {
    expect(names.has(name)).toBe(isKnown);
    expect(names.reader(name) !== undefined).toBe(isKnown);
  });

  test("the closest is found for a mistake in the first segment", () => {
    expect(names.closest("newdata.status")).toBe("newData.status");
    expect(names.closest("somethingElse")).toBeUndefined();
  });
});
