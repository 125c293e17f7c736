import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { streamText } from "./route.ts";

test.each([
  ["ASCII", "a".repeat(300_000)],
  ["pairs that a slice would cut", `a${"🧵".repeat(200_000)}`],
  ["pairs that end with slices", "🧵".repeat(200_000)],
  ["a length of just one slice", "é".repeat(131_072)],
])("a text of %s is sent as its bytes", async (_, text) => {
  const bytes = await buffer(streamText(text));

  expect(bytes.equals(Buffer.from(text))).toBe(true);
});
