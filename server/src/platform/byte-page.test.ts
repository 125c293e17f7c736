import { expect, test } from "vitest";
import { BytePage } from "./byte-page.ts";

test.each<[string, readonly string[]]>([
  ["no value", []],
  ["one", ['{"a":1}']],
  ["several", ["1", '"größe"', '"™"', '"😀"', "null"]],
  ["more than the page had room for", ["1", `"${"é™😀".repeat(40_000)}"`, "2"]],
])("a list of %s equals its joined text as UTF-8", (_, values) => {
  const page = new BytePage();

  page.writeJsonList(values);

  expect(page.written.toString()).toBe(`[${values.join(",")}]`);
});

test("all kinds of writes append, and a wiped page starts again", () => {
  const page = new BytePage();

  page.writeByte(1);
  page.writeJsonList(["2"]);
  page.writeBytes(Buffer.alloc(100_000, "x"));
  const first = page.written.toString("latin1");
  page.wipe();
  page.writeJsonList(["3"]);

  expect(first).toBe(`\u0001[2]${"x".repeat(100_000)}`);
  expect(page.length).toBe(3);
  expect(page.written.toString()).toBe("[3]");
});
