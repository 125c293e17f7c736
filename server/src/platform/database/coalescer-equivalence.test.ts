import fc from "fast-check";
import { expect, test } from "vitest";
import { Coalescer, type Outcome } from "./coalescer.ts";

interface Order {
  readonly key: string;
  readonly names: readonly string[];
  readonly fault: "none" | "own" | "whole";
  readonly turnsBefore: number;
  readonly turnsOfRun: number;
}

const order: fc.Arbitrary<Order> = fc.record({
  key: fc.constantFrom("org1", "org2"),
  names: fc.uniqueArray(fc.constantFrom("v", "w", "x", "y", "z"), { maxLength: 2 }),
  fault: fc.constantFrom("none", "none", "none", "own", "whole"),
  turnsBefore: fc.constantFrom(0, 0, 0, 1, 5),
  turnsOfRun: fc.integer({ min: 0, max: 8 }),
});

async function takeTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    await Promise.resolve();
  }
}

/** A store that counts the orders of each name, so that a result tells which orders came before; atomic as a commit. */
class Ledger {
  readonly #counts = new Map<string, number>();

  write(items: readonly Order[]): Outcome<string>[] {
    const broken = items.find(({ fault }) => fault === "whole");
    if (broken !== undefined) throw new Error(textOf(broken));
    return items.map((item) =>
      item.fault === "own" ? { error: new Error(textOf(item)) } : { value: this.#count(item) },
    );
  }

  #count({ key, names }: Order): string {
    const counts = names
      .map((name) => `${key} ${name}`)
      .map((name) => [name, (this.#counts.get(name) ?? 0) + 1] as const);
    for (const [name, count] of counts) this.#counts.set(name, count);
    return JSON.stringify(counts);
  }
}

function textOf(item: Order): string {
  return JSON.stringify(item);
}

function oneByOne(orders: readonly Order[]): string[] {
  const ledger = new Ledger();
  return orders.map((item) => {
    if (item.fault !== "none") return textOf(item);
    const [outcome] = ledger.write([item]);
    return outcome !== undefined && "value" in outcome ? outcome.value : "lost";
  });
}

/** Runs windows on the ledger, and notes what no window may do: thrown, it would only look like a run that failed. */
function buildCoalescer(itemsMax: number) {
  const ledger = new Ledger();
  const busyKeys = new Set<string>();
  const violations: string[] = [];
  const coalescer = new Coalescer<Order, string>({
    itemsMax,
    conflictsOf: ({ names }) => names,
    run: async (key, items) => {
      const names = items.flatMap((item) => item.names);
      if (busyKeys.has(key)) violations.push("two windows of a key at once");
      if (new Set(names).size < names.length) violations.push("a conflict inside a window");
      if (items.length > itemsMax || items.length === 0) violations.push(`a window of ${items.length}`);
      if (items.some((item) => item.key !== key)) violations.push("an item of another key");
      busyKeys.add(key);
      await takeTurns(items[0]?.turnsOfRun ?? 0);
      busyKeys.delete(key);
      return ledger.write(items);
    },
  });
  return { coalescer, violations };
}

test("for any orders, faults, conflicts and timing each caller gets what it would get one by one", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(order, { maxLength: 40 }), fc.integer({ min: 1, max: 5 }), async (orders, itemsMax) => {
      const { coalescer, violations } = buildCoalescer(itemsMax);

      const calls: Promise<string>[] = [];
      for (const item of orders) {
        await takeTurns(item.turnsBefore);
        calls.push(coalescer.add(item.key, item).catch((error: Error) => error.message));
      }

      expect(await Promise.all(calls)).toStrictEqual(oneByOne(orders));
      expect(violations).toStrictEqual([]);
    }),
    { numRuns: 300 },
  );
});
