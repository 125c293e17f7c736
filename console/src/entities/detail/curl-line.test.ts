import { expect, test } from "vitest";
import { curlLine } from "./curl-line.ts";

const reading = { baseUrl: "https://weft.example/api", orgSlug: "demo", path: "items", id: "a" };

test.each([
  [undefined, "https://weft.example/api/items/a"],
  ["C-1&x", "https://weft.example/api/items/a?asOf=C-1%26x"],
])("as of %s the address is %s", (asOf, address) => {
  expect(curlLine({ ...reading, asOf })).toBe(`curl -s -H "X-Api-Key: $KEY" -H "X-Api-Org: demo" "${address}"`);
});
