import { beforeEach, expect, test } from "vitest";
import type { AnyEntity } from "../any-entity.ts";
import { EntityRows } from "./entity-rows.ts";
import { buildEntity } from "./testing/build-entity.ts";
import { type CellCalls, type CellChange, writeCells } from "./write-cells.ts";

/** The entities as a service would store them. */
let stored: Map<string, AnyEntity>;
let rows: EntityRows;
let requests: number;

beforeEach(async () => {
  requests = 0;
  stored = new Map(["A", "B"].map((id) => [id, buildEntity(id, { price: 1, note: "old" })]));
  rows = await EntityRows.open(() => Promise.resolve({ results: [...stored.values()], total: 2 }));
});

const calls: CellCalls = {
  update: async (operations) => {
    requests += 1;
    return operations.map(({ id, object }) => {
      const before = stored.get(id);
      if (before === undefined) return { status: 404, error: "Not found." };
      if (object["version"] !== before.version) return { status: 412, error: "Version." };
      if (object["price"] === -1) return { status: 400, error: "price is too small." };
      const after = { ...before, ...object, version: before.version + 1 };
      stored.set(id, after);
      return { status: 200, object: after, error: "" };
    });
  },
  read: async (ids) => ids.flatMap((id) => stored.get(id) ?? []),
};

const change = (id: string, field: string, before: unknown, after: unknown): CellChange => ({
  id,
  title: id,
  field,
  before,
  after,
});

/** Another user's change. */
function changeElsewhere(id: string, fields: object): void {
  const before = stored.get(id);
  if (before !== undefined) stored.set(id, { ...before, ...fields, version: before.version + 1 });
}

test("many cells are written with one request, and shown", async () => {
  const outcome = await writeCells(rows, calls, [
    change("A", "price", 1, 5),
    change("A", "note", "old", null),
    change("B", "price", 1, 5),
  ]);

  expect(requests).toBe(1);
  expect(outcome.written).toHaveLength(3);
  expect(rows.state().rows).toMatchObject([{ price: 5, note: null, version: 2 }, { price: 5 }]);
  expect(rows.state().marks.size).toBe(0);
});

test("what others changed is kept and listed, and their other changes do not matter", async () => {
  changeElsewhere("A", { price: 9 });
  changeElsewhere("B", { name: "Renamed" });

  const { written, overtaken } = await writeCells(rows, calls, [
    change("A", "price", 1, 5),
    change("A", "note", "old", "new"),
    change("B", "price", 1, 5),
  ]);

  expect(overtaken.map(({ id, field }) => [id, field])).toEqual([["A", "price"]]);
  expect(written).toHaveLength(2);
  expect(rows.state().rows).toMatchObject([
    { price: 9, note: "new" },
    { price: 5, name: "Renamed" },
  ]);
});

test("a rejected row is reverted with its reason, and the others are written", async () => {
  const { written, refused } = await writeCells(rows, calls, [change("A", "price", 1, -1), change("B", "price", 1, 5)]);

  expect(refused).toEqual([{ id: "A", title: "A", error: "price is too small." }]);
  expect(written).toHaveLength(1);
  expect(rows.rowOf("A")).toMatchObject({ price: 1 });
  expect(rows.state().marks.get("A")?.errors.get("price")).toBe("price is too small.");
});

test("rows that are not in the list are read first, and deleted ones are reported", async () => {
  stored.set("C", buildEntity("C", { price: 1, version: 7 }));
  stored.delete("B");

  const { written, refused } = await writeCells(rows, calls, [change("C", "price", 1, 5), change("D", "price", 1, 5)]);

  expect(written.map(({ id }) => id)).toEqual(["C"]);
  expect(refused).toEqual([{ id: "D", title: "D", error: "It was deleted." }]);
  expect(stored.get("C")).toMatchObject({ price: 5, version: 8 });
});

test("a connection that fails shows the stored values again", async () => {
  const failing = { ...calls, update: () => Promise.reject(new Error("offline")) };

  await expect(writeCells(rows, failing, [change("A", "price", 1, 5)])).rejects.toThrow("offline");

  expect(rows.rowOf("A")).toMatchObject({ price: 1 });
  expect(rows.state().marks.size).toBe(0);
});
