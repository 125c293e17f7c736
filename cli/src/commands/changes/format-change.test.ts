import type { ChangeRecord, JsonValue } from "@weft/client";
import { describe, expect, test } from "vitest";
import { styleOf } from "../../output/style.ts";
import { changeLine, fieldsOf, nameOf } from "./format-change.ts";

const plain = styleOf(false);

type Diffs = Readonly<Record<string, readonly [JsonValue, JsonValue]>>;

function record(action: ChangeRecord["action"], diffs: Diffs, more: Partial<ChangeRecord> = {}): ChangeRecord {
  const propertyDiffs = Object.fromEntries(
    Object.entries(diffs).map(([slug, [oldValue, newValue]]) => [slug, { propertyName: slug, oldValue, newValue }]),
  );
  return {
    id: "0001",
    entityType: "item",
    entityReference: "item:i1",
    entityId: "i1",
    typePath: "item:product",
    action,
    createdOn: "2026-11-15T14:41:02.123Z",
    createdBy: { id: "u1", type: "user", name: "Anna" },
    propertyDiffs,
    changeSetId: "s1",
    source: "api",
    entityVersion: 2,
    ...more,
  };
}

describe("a change line", () => {
  test("shows time, actor, action, and old → new values", () => {
    const line = changeLine(record("update", { price: [59.9, 49.9], launch: [null, "2027-01-15"] }), 200, plain);

    expect(line).toBe(
      "2026-11-15T14:41:02.123Z  Anna  update  item:product  i1  price 59.9 → 49.9, launch – → 2027-01-15",
    );
  });

  test("shows the source unless it was the API, and falls back to ids", () => {
    const { createdBy: _, ...nameless } = record(
      "delete",
      { name: ["Parka", null], price: [1, null] },
      { source: "loader" },
    );

    expect(changeLine({ ...nameless, createdById: "a1" }, 200, plain)).toBe(
      "2026-11-15T14:41:02.123Z  a1 via loader  delete  item:product  Parka",
    );
  });

  test("is cut to the terminal width, and stored text cannot move the cursor", () => {
    const line = changeLine(record("update", { note: ["a\u001b[2J\nb", "x".repeat(90)] }), 80, plain);

    expect(line).toHaveLength(80);
    expect(line).not.toMatch(/\p{Cc}/u);
    expect(line).toContain("note a\ufffd[2J⏎b →");
  });

  test("is colored only where colors are enabled", () => {
    expect(changeLine(record("create", {}), 200, styleOf(true))).toContain("\u001b[32mcreate\u001b[39m");
  });
});

test("shows the values of a create, without redundant ones", () => {
  const created = record("create", {
    name: [null, "Parka"],
    typePath: [null, "item"],
    price: [null, 5],
    roles: [null, ["family"]],
    none: [null, null],
  });

  expect(nameOf(created)).toBe("Parka");
  expect(fieldsOf(created)).toBe('price 5, roles ["family"]');
});

test("shows the first fields, counts the rest and cuts long values", () => {
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`f${index}`, [null, index] as const]));

  expect(fieldsOf(record("update", many))).toMatch(/^f0 – → 0, .*f5 – → 5, 3 more$/);
  expect(fieldsOf(record("update", { a: ["", "y".repeat(99)] }))).toBe(`a  → ${"y".repeat(39)}…`);
});
