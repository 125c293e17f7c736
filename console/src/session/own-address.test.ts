import { expect, test } from "vitest";
import { ownAddress } from "./remembered.ts";

test.each([
  ["/", "/"],
  ["/loads", "/loads"],
  ["/entities/items?q=a%20b#top", "/entities/items?q=a%20b#top"],
  ["/a/../loads", "/loads"],
])("%s is an address of the console", (href, expected) => {
  expect(ownAddress(href, "https://weft.example")).toBe(expected);
});

test.each([
  undefined,
  "",
  "loads",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n\\evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  "//weft.example:444/",
  "//[",
])("%j is not an address of the console", (href) => {
  expect(ownAddress(href, "https://weft.example")).toBeUndefined();
});
