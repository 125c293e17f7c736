import fc from "fast-check";
import { expect, test } from "vitest";
import { Coalescer, type Outcome } from "./coalescer.ts";

interface Order {
  readonly number: number;
  readonly key: string;
  readonly error: "none" | "own" | "whole";
  readonly turnsBefore: number;
  readonly turnsOfRun: number;
}

const orders: fc.Arbitrary<Order[]> = fc
  .array(
    fc.record({
      key: fc.constantFrom("org1", "org2"),
      error: fc.constantFrom("none" as const, "none" as const, "none" as const, "own" as const, "whole" as const),
      turnsBefore: fc.constantFrom(0, 0, 0, 1, 5),
      turnsOfRun: fc.integer({ min: 0, max: 8 }),
    }),
    { maxLength: 40 },
  )
  .map((drafts) => drafts.map((draft, number) => ({ ...draft, number })));

async function takeTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    await Promise.resolve();
  }
}

/** A store that is atomic like a commit: one failing item prevents all others from being stored. */
class Ledger {
  readonly kept: number[] = [];

  write(items: readonly Order[]): Outcome<string>[] {
    const broken = items.find(({ error }) => error === "whole");
    if (broken !== undefined) throw new Error(errorOf(broken));
    const good = items.filter(({ error }) => error === "none");
    this.kept.push(...good.map(({ number }) => number));
    return items.map((item) =>
      item.error === "own" ? { error: new Error(errorOf(item)) } : { value: `kept ${item.number}` },
    );
  }
}

function errorOf({ number }: Order): string {
  return `fault of ${number}`;
}

/** Runs windows on the ledger, and records violations: if thrown, they would only look like a failed run. */
function buildCoalescer(itemsMax: number, secondFrom: number) {
  const ledger = new Ledger();
  const running = new Map<string, number>();
  const violations: string[] = [];
  const coalescer = new Coalescer<Order, string>({
    itemsMax,
    secondFrom,
    run: async (key, items) => {
      running.set(key, (running.get(key) ?? 0) + 1);
      if ((running.get(key) ?? 0) > 2) violations.push("three windows of a key at once");
      if (items.length > itemsMax || items.length === 0) violations.push(`a window of ${items.length}`);
      if (items.some((item) => item.key !== key)) violations.push("an item of another key");
      await takeTurns(items[0]?.turnsOfRun ?? 0);
      running.set(key, (running.get(key) ?? 0) - 1);
      return ledger.write(items);
    },
  });
  return { coalescer, ledger, violations };
}

test("with any order, errors and timing each caller gets the result of a sequential run", async () => {
  const size = fc.integer({ min: 1, max: 5 });
  await fc.assert(
    fc.asyncProperty(orders, size, size, async (all, itemsMax, secondFrom) => {
      const { coalescer, ledger, violations } = buildCoalescer(itemsMax, secondFrom);

      const calls: Promise<string>[] = [];
      for (const item of all) {
        await takeTurns(item.turnsBefore);
        calls.push(coalescer.add(item.key, item).catch((error: Error) => error.message));
      }
      const answers = await Promise.all(calls);

      expect(answers).toStrictEqual(all.map((item) => (item.error === "none" ? `kept ${item.number}` : errorOf(item))));
      expect(ledger.kept.toSorted((a, b) => a - b)).toStrictEqual(
        all.filter(({ error }) => error === "none").map(({ number }) => number),
      );
      expect(violations).toStrictEqual([]);
    }),
    { numRuns: 300 },
  );
});
