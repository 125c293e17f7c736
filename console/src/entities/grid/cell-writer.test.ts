import { ApiError } from "@weft/client";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { AnyEntity } from "../any-entity.ts";
import { CellWriter, type EditConflict } from "./cell-writer.ts";
import { EntityRows } from "./entity-rows.ts";
import { buildEntity } from "./testing/build-entity.ts";

/** One entity as a service would store it, with its errors. */
let stored: AnyEntity;
let rows: EntityRows;
let conflicts: EditConflict[];
let refusals: unknown[];
let writer: CellWriter;

beforeEach(async () => {
  stored = buildEntity("A", { name: "Parka", price: 1 });
  conflicts = [];
  refusals = [];
  rows = await EntityRows.open(() => Promise.resolve({ results: [stored], total: 1 }));
  writer = new CellWriter(rows, {
    update: async (_id, fields, version) => {
      if (version !== stored.version) throw refusal(412, "Changed meanwhile.");
      if (fields["name"] === "") throw refusal(400, "name is required.");
      stored = { ...stored, ...fields, version: version + 1 };
      return stored;
    },
    read: () => Promise.resolve({ entity: stored, who: "Ann" }),
    onConflict: (conflict) => conflicts.push(conflict),
    onWritten: () => undefined,
    onRefused: (error) => refusals.push(error),
  });
});

function refusal(status: number, detail: string): ApiError {
  return new ApiError({ type: "", title: "", status, detail, instance: "", code: "", requestId: "" });
}

const isSettled = () => rows.state().marks.size === 0;

describe("cells", () => {
  test("of one row are written one after the other, each based on the previous version", async () => {
    writer.write("A", "name", "Cape");
    writer.write("A", "price", 2);
    await vi.waitUntil(isSettled);

    expect(rows.rowOf("A")).toMatchObject({ name: "Cape", price: 2, version: 3 });
    expect([conflicts, refusals]).toEqual([[], []]);
  });

  test("that are rejected show the stored value again, with the reason", async () => {
    writer.write("A", "name", "");
    await vi.waitUntil(() => refusals.length === 1);

    expect(rows.rowOf("A")).toMatchObject({ name: "Parka" });
    expect(rows.state().marks.get("A")?.errors.get("name")).toBe("name is required.");
  });
});

describe("when another user has written meanwhile", () => {
  test("another field, both changes are kept", async () => {
    stored = { ...stored, price: 9, version: 2 };

    writer.write("A", "name", "Cape");
    await vi.waitUntil(isSettled);

    expect(rows.rowOf("A")).toMatchObject({ name: "Cape", price: 9, version: 3 });
    expect(conflicts).toEqual([]);
  });

  test("the same field, the user decides; the typed value is shown until then", async () => {
    stored = { ...stored, name: "Coat", version: 2 };

    writer.write("A", "name", "Cape");
    await vi.waitUntil(() => conflicts.length === 1);

    expect(conflicts).toMatchObject([{ field: "name", mine: "Cape", who: "Ann", theirs: { name: "Coat" } }]);
    expect(rows.rowOf("A")).toMatchObject({ name: "Cape" });
    expect(stored).toMatchObject({ name: "Coat" });
  });

  test.each([
    ["theirs", "Coat", 2],
    ["mine", "Cape", 3],
  ] as const)("and %s is chosen, that is shown and stored", async (choice, name, version) => {
    stored = { ...stored, name: "Coat", version: 2 };
    writer.write("A", "name", "Cape");
    const conflict = await vi.waitUntil(() => conflicts[0]);

    if (choice === "mine") writer.writeMine(conflict);
    else writer.takeTheirs(conflict);
    await vi.waitUntil(isSettled);

    expect(rows.rowOf("A")).toMatchObject({ name, version });
    expect(stored).toMatchObject({ name, version });
  });
});
