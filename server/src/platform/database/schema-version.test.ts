import { expect, test } from "vitest";
import { evaluateSchema, type SchemaFacts } from "./schema-version.ts";

const known = [1, 2, 3].map((number) => ({ number, fileName: `000${number}.sql`, compatibleFrom: 0, text: "" }));

interface Case extends Partial<Pick<SchemaFacts, "isOwned" | "needsOwner" | "migrates">> {
  /** Numbers of migrations that every server can run with, or with those that it names. */
  readonly applied: readonly (number | readonly [number, number | null])[];
  readonly denied?: readonly string[];
}

function evaluate({ applied, denied = [], ...rest }: Case) {
  const rows = applied.map((row) => {
    const [number, compatibleFrom] = typeof row === "number" ? [row, 0] : row;
    return { number, compatibleFrom };
  });
  const state = { role: "app", applied: rows, denied, isOwner: rest.isOwned ?? true };
  return evaluateSchema({ isOwned: true, needsOwner: true, migrates: true, ...rest, state, known });
}

test.each<[string, Case, string, string]>([
  ["the same", { applied: [1, 2, 3] }, "ok", "version is 3, which is up to date"],
  ["none", { applied: [] }, "ok", "the first start will create it"],
  ["none and no owner", { applied: [], isOwned: false }, "fault", "app does not own the schema"],
  ["none without migrating", { applied: [], migrates: false }, "fault", "no schema yet, but this server needs 3"],
  ["an older one", { applied: [1, 2] }, "warning", "the next start will migrate it to 3"],
  ["an older one and no owner", { applied: [1, 2], isOwned: false }, "fault", "this server needs 3, and the role app"],
  ["an older one without migrating", { applied: [1, 2], migrates: false }, "fault", "is 2, but this server needs 3"],
  ["one with a gap", { applied: [1, 3] }, "warning", "the next start will migrate it to 3"],
  ["a newer, compatible one", { applied: [1, 2, 3, 4, [5, 3]] }, "warning", "is 5; this server was made for 3"],
  ["a newer one for others", { applied: [1, 2, 3, [4, 4], 5] }, "fault", "version is 5, but this server supports 3"],
  ["a newer one, unknown for whom", { applied: [1, 2, 3, [4, null]] }, "fault", "but this server supports 3"],
  ["no owner on a worker", { applied: [1, 2, 3], isOwned: false }, "fault", "cannot create indexes"],
  ["no owner on an api node", { applied: [1, 2, 3], isOwned: false, needsOwner: false }, "ok", "up to date"],
  ["no grants", { applied: [], denied: ["a", "b", "c", "d"] }, "fault", "lacks privileges on a, b, c and 1 more"],
])("%s", (_name, schema, verdict, words) => {
  expect(evaluate(schema)).toMatchObject({ verdict, detail: expect.stringContaining(words) });
});
