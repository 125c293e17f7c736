import { describe, expect, test } from "vitest";
import { waitUntil } from "../../testing/wait-until.ts";
import { Coalescer, type Outcome } from "./coalescer.ts";
import { asUnavailable } from "./unavailable.ts";

interface StartedRun {
  readonly key: string;
  readonly items: readonly string[];
  readonly finish: (outcomes?: readonly Outcome<string>[]) => Promise<void>;
  readonly fail: (error: Error) => Promise<void>;
}

/** A coalescer whose runs wait for the test. An item "a" results in "done a". */
function buildCoalescer(itemsMax = 256, secondFrom = 100, patienceMs?: number) {
  const runs: StartedRun[] = [];
  const coalescer = new Coalescer<string, string>({
    itemsMax,
    secondFrom,
    ...(patienceMs === undefined ? {} : { patienceMs }),
    run: (key, items) =>
      new Promise((resolve, reject) => {
        const done = items.map((item) => ({ value: `done ${item}` }));
        runs.push({
          key,
          items,
          finish: (outcomes = done) => afterwards(() => resolve(outcomes)),
          fail: (error) => afterwards(() => reject(error)),
        });
      }),
  });
  return { coalescer, runs, windows: () => runs.map(({ items }) => items) };
}

/** Waits until all pending work has run. */
async function afterwards(act: () => void = () => {}): Promise<void> {
  act();
  await new Promise((resolve) => setImmediate(resolve));
}

describe("windows", () => {
  test("the first item of an idle key runs at once", async () => {
    const { coalescer, runs, windows } = buildCoalescer();

    const result = coalescer.add("org", "a");
    await Promise.resolve();

    expect(windows()).toStrictEqual([["a"]]);
    await runs[0]?.finish();
    expect(await result).toBe("done a");
  });

  test("calls of the same turn share a window", async () => {
    const { coalescer, runs, windows } = buildCoalescer();

    const results = [coalescer.add("org", "a"), coalescer.add("org", "b")];
    await afterwards();

    expect(windows()).toStrictEqual([["a", "b"]]);
    await runs[0]?.finish();
    expect(await Promise.all(results)).toStrictEqual(["done a", "done b"]);
  });

  test("calls that arrive during a run share the next window", async () => {
    const { coalescer, runs, windows } = buildCoalescer();
    const results = [coalescer.add("org", "a")];
    await afterwards();

    results.push(coalescer.add("org", "b"));
    await afterwards();
    results.push(coalescer.add("org", "c"));
    await afterwards();

    expect(windows()).toStrictEqual([["a"]]);
    await runs[0]?.finish();
    expect(windows()).toStrictEqual([["a"], ["b", "c"]]);
    await runs[1]?.finish();
    expect(await Promise.all(results)).toStrictEqual(["done a", "done b", "done c"]);
  });

  test("a window has at most its maximum of items", async () => {
    const { coalescer, runs, windows } = buildCoalescer(2);

    const results = ["a", "b", "c", "d", "e"].map((item) => coalescer.add("org", item));
    await afterwards();
    await runs[0]?.finish();
    await runs[1]?.finish();
    await runs[2]?.finish();

    expect(windows()).toStrictEqual([["a", "b"], ["c", "d"], ["e"]]);
    expect(await Promise.all(results)).toHaveLength(5);
  });

  test("keys do not wait for each other", async () => {
    const { coalescer, runs } = buildCoalescer();
    void coalescer.add("slow", "a");
    await afterwards();

    const result = coalescer.add("quick", "b");
    await afterwards();
    await runs[1]?.finish();

    expect(await result).toBe("done b");
  });

  test("an idle key starts again", async () => {
    const { coalescer, runs, windows } = buildCoalescer();
    void coalescer.add("org", "a");
    await afterwards();
    await runs[0]?.finish();

    const result = coalescer.add("org", "b");
    await afterwards();

    expect(windows()).toStrictEqual([["a"], ["b"]]);
    await runs[1]?.finish();
    expect(await result).toBe("done b");
  });

  test("a second window runs beside the first when enough calls wait, and never a third", async () => {
    const { coalescer, runs, windows } = buildCoalescer(2, 2);
    const add = async (...items: readonly string[]) => {
      for (const item of items) {
        void coalescer.add("org", item);
      }
      await afterwards();
    };

    await add("a");
    await add("b");
    expect(windows()).toStrictEqual([["a"]]);
    await add("c");
    expect(windows()).toStrictEqual([["a"], ["b", "c"]]);
    await add("d", "e", "f");
    expect(windows()).toHaveLength(2);
    await runs[1]?.finish();
    expect(windows()).toStrictEqual([["a"], ["b", "c"], ["d", "e"]]);
    await runs[0]?.finish();
    expect(windows()).toHaveLength(3);
    await runs[2]?.finish();
    expect(windows()).toStrictEqual([["a"], ["b", "c"], ["d", "e"], ["f"]]);
  });

  test("calls that have waited long enough share a window beside those that run, however many these are", async () => {
    const { coalescer, runs, windows } = buildCoalescer(256, 100, 1);
    void coalescer.add("org", "a");
    await waitUntil("the first runs", () => windows().length === 1);
    const second = coalescer.add("org", "b");
    await waitUntil("the second runs", () => windows().length === 2);
    const others = [coalescer.add("org", "c"), coalescer.add("org", "d")];
    await waitUntil("the others run", () => windows().length === 3);

    expect(windows()).toStrictEqual([["a"], ["b"], ["c", "d"]]);
    await runs[2]?.finish();
    expect(await Promise.all(others)).toStrictEqual(["done c", "done d"]);
    await runs[1]?.finish();
    expect(await second).toBe("done b");
  });

  test("a thousand calls at once take four runs", async () => {
    const sizes: number[] = [];
    const coalescer = new Coalescer<string, string>({
      itemsMax: 256,
      secondFrom: 16,
      run: async (_key, items) => {
        sizes.push(items.length);
        return items.map((value) => ({ value }));
      },
    });

    await Promise.all(Array.from({ length: 1000 }, (_, index) => coalescer.add("org", String(index))));

    expect(sizes).toStrictEqual([256, 256, 256, 232]);
  });

  test("a limit below one fails an assertion", () => {
    expect(() => buildCoalescer(0)).toThrow("a window takes at least one item");
  });
});

describe("errors", () => {
  test("an item's error reaches only its caller", async () => {
    const { coalescer, runs } = buildCoalescer();
    const results = Promise.allSettled(["a", "b"].map((item) => coalescer.add("org", item)));
    await afterwards();

    const error = new Error("taken");
    await runs[0]?.finish([{ error }, { value: "fine" }]);

    expect(await results).toStrictEqual([
      { status: "rejected", reason: error },
      { status: "fulfilled", value: "fine" },
    ]);
  });

  test("after a run throws, each of its items runs alone and in order", async () => {
    const { coalescer, runs, windows } = buildCoalescer();
    const results = Promise.allSettled(["a", "b", "c"].map((item) => coalescer.add("org", item)));
    await afterwards();
    await runs[0]?.fail(new Error("whole"));
    void coalescer.add("org", "d");

    const error = new Error("b alone");
    await runs[1]?.finish();
    await runs[2]?.fail(error);
    await runs[3]?.finish();

    expect(windows()).toStrictEqual([["a", "b", "c"], ["a"], ["b"], ["c"], ["d"]]);
    expect(await results).toStrictEqual([
      { status: "fulfilled", value: "done a" },
      { status: "rejected", reason: error },
      { status: "fulfilled", value: "done c" },
    ]);
  });

  test("a single item is not run twice", async () => {
    const { coalescer, runs, windows } = buildCoalescer();
    const result = coalescer.add("org", "a");
    await afterwards();

    const refused = expect(result).rejects.toThrow("whole");
    await runs[0]?.fail(new Error("whole"));

    await refused;
    expect(windows()).toStrictEqual([["a"]]);
  });

  test("a run that throws synchronously counts as a run that throws", async () => {
    const coalescer = new Coalescer<string, string>({
      itemsMax: 2,
      secondFrom: 1,
      run: () => {
        throw new Error("at once");
      },
    });

    await expect(coalescer.add("org", "a")).rejects.toThrow("at once");
  });

  test("if the database does not respond, all items fail with that, and none is run again", async () => {
    const { coalescer, runs, windows } = buildCoalescer();
    const results = Promise.allSettled(["a", "b"].map((item) => coalescer.add("org", item)));
    await afterwards();

    const failure = asUnavailable(new Error("Connection terminated unexpectedly"));
    await runs[0]?.fail(failure instanceof Error ? failure : new Error("not an error"));

    expect(await results).toMatchObject(
      ["a", "b"].map(() => ({ status: "rejected", reason: { code: "unavailable" } })),
    );
    expect(windows()).toHaveLength(1);
  });

  test("an item without an outcome is rejected and not run again, as its work may be committed", async () => {
    const { coalescer, runs, windows } = buildCoalescer();
    const results = Promise.allSettled(["a", "b"].map((item) => coalescer.add("org", item)));
    await afterwards();

    await runs[0]?.finish([{ value: "fine" }]);

    const [first, second] = await results;
    expect(first).toStrictEqual({ status: "fulfilled", value: "fine" });
    expect(second).toHaveProperty("reason.message", "a window was answered without an outcome for each item");
    expect(windows()).toHaveLength(1);
  });
});
