import { expect, test } from "vitest";
import { evaluateSchema } from "./check-schema.ts";

const known = [1, 2, 3];

test.each([
  ["the same", { applied: [1, 2, 3], canMigrate: false }, "ok", "has version 3, as this server wants it"],
  ["none", { applied: [], canMigrate: true }, "ok", "the first start will make it"],
  ["none and no right", { applied: [], canMigrate: false }, "fault", "may not create tables"],
  ["an older one", { applied: [1, 2], canMigrate: true }, "warning", "the next start will bring it to 3"],
  ["an older one and no right", { applied: [1, 2], canMigrate: false }, "fault", "may not create tables"],
  ["one with a gap", { applied: [1, 3], canMigrate: true }, "warning", "the next start will bring it to 3"],
  ["a newer one", { applied: [1, 2, 3, 4], canMigrate: true }, "fault", "has version 4, and this server knows 3"],
])("%s", (_name, schema, verdict, words) => {
  expect(evaluateSchema({ ...schema, known })).toMatchObject({ verdict, detail: expect.stringContaining(words) });
});
