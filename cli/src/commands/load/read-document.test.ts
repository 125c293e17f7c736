import { ApiError } from "@weft/client";
import { describe, expect, test } from "vitest";
import { parseSource, withLines } from "./read-document.ts";

const yaml = `# what the columns mean
loadType: [ITEM]
conditionalColumns:
  - toProperty: warmth
    conditions:
      - conditional: "{price} > 600"
        value: winter
  - toProperty: other
"a/b": 1
`;

describe("a document knows the line of each part", () => {
  const { value, lineOf } = parseSource("line.yaml", yaml);

  test("it is read", () => {
    expect(value).toMatchObject({ loadType: ["ITEM"], conditionalColumns: [{ toProperty: "warmth" }, {}], "a/b": 1 });
  });

  test.each([
    ["#/loadType", 2],
    ["#/loadType/0", 2],
    ["#/conditionalColumns", 3],
    ["#/conditionalColumns/0", 4],
    ["#/conditionalColumns/0/conditions/0/value", 7],
    ["#/conditionalColumns/1", 8],
    ["#/conditionalColumns/1/default", 8],
    ["#/a~1b", 9],
    ["#/missing", undefined],
    ["#", undefined],
    ["limit", undefined],
  ])("%s is in line %j", (pointer, line) => {
    expect(lineOf(pointer)).toBe(line);
  });
});

test("JSON is parsed too, with its lines", () => {
  expect(parseSource("line.json", '{\n  "loadType": ["ITEM"]\n}').lineOf("#/loadType")).toBe(2);
});

test.each([
  ["loadType: [ITEM\nx: 1", /^line\.yaml, line 2, column 1: /],
  ["a: 1\na: 2\n", /^line\.yaml, line 2, column 1: Map keys must be unique/],
  ["- one\n- two\n", /^line\.yaml does not contain an object/],
  ["", /^line\.yaml does not contain an object/],
  ["name,price\nParka,10\n", /^line\.yaml does not contain an object/],
])("%j is rejected", (text, message) => {
  expect(() => parseSource("line.yaml", text)).toThrow(message);
});

test("aliases that would expand without limit are rejected", () => {
  const bomb = [
    "a: &a [1, 2, 3]",
    ...Array.from("bcdefghij", (name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghij"[index]}`)}]`),
  ];

  expect(() => parseSource("bomb.yaml", bomb.join("\n"))).toThrow(/^bomb\.yaml: /);
});

describe("validation errors of the service", () => {
  const document = parseSource("line.yaml", yaml);
  const problem = {
    type: "x",
    title: "x",
    status: 400,
    detail: "Faults.",
    instance: "",
    code: "invalid-request",
    requestId: "r",
  };
  const refuse = (pointer: string) => async () => {
    throw new ApiError({ ...problem, errors: [{ pointer, code: "c", detail: "wrong" }] });
  };

  test("are shown with their line", async () => {
    await expect(withLines(document, refuse("#/conditionalColumns/0/toProperty"))).rejects.toMatchObject({
      status: 400,
      code: "invalid-request",
      requestId: "r",
      message: "Faults.\n  #/conditionalColumns/0/toProperty: wrong (line.yaml, line 4)",
    });
  });

  test("are shown unchanged if the document is not the cause", async () => {
    await expect(withLines(document, refuse("#/fileLocation"))).rejects.toThrow("#/fileLocation: wrong");
    await expect(withLines(document, () => Promise.reject(new ApiError(problem)))).rejects.toThrow("Faults.");
  });
});
