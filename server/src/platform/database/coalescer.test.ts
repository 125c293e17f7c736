import { describe, expect, test } from "vitest";
import { Coalescer, type Outcome } from "./coalescer.ts";

interface StartedRun {
  readonly key: string;
  readonly items: readonly string[];
  readonly finish: (outcomes?: readonly Outcome<string>[]) => Promise<void>;
  readonly fail: (error: Error) => Promise<void>;
}

/** A coalescer whose runs wait for the test. An item "a:x,y" has the conflicts x and y; it answers "done a:x,y". */
function buildCoalescer(itemsMax = 256) {
  const runs: StartedRun[] = [];
  const coalescer = new Coalescer<string, string>({
    itemsMax,
    conflictsOf: (item) => (item.split(":")[1] ?? "").split(",").filter((name) => name !== ""),
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

/** Until all that follows by itself has happened. */
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

  test("what comes during a run goes together into the next", async () => {
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

  test("a window takes no more than its limit", async () => {
    const { coalescer, runs, windows } = buildCoalescer(2);

    const results = ["a", "b", "c", "d", "e"].map((item) => coalescer.add("org", item));
    await afterwards();
    await runs[0]?.finish();
    await runs[1]?.finish();
    await runs[2]?.finish();

    expect(windows()).toStrictEqual([["a", "b"], ["c", "d"], ["e"]]);
    expect(await Promise.all(results)).toHaveLength(5);
  });

  test("one key does not wait for another", async () => {
    const { coalescer, runs } = buildCoalescer();
    void coalescer.add("slow", "a");
    await afterwards();

    const result = coalescer.add("quick", "b");
    await afterwards();
    await runs[1]?.finish();

    expect(await result).toBe("done b");
  });

  test("a key that became idle starts again", async () => {
    const { coalescer, runs, windows } = buildCoalescer();
    void coalescer.add("org", "a:x");
    await afterwards();
    await runs[0]?.finish();

    const result = coalescer.add("org", "b:x");
    await afterwards();

    expect(windows()).toStrictEqual([["a:x"], ["b:x"]]);
    await runs[1]?.finish();
    expect(await result).toBe("done b:x");
  });

  test("a thousand calls at once take four runs, and a thousand in conflict as many as they are", async () => {
    const sizes: number[] = [];
    const coalescer = new Coalescer<string, string>({
      itemsMax: 256,
      conflictsOf: (item) => [item],
      run: async (_key, items) => {
        sizes.push(items.length);
        return items.map((value) => ({ value }));
      },
    });

    await Promise.all(Array.from({ length: 1000 }, (_, index) => coalescer.add("org", String(index))));
    expect(sizes).toStrictEqual([256, 256, 256, 232]);

    sizes.length = 0;
    await Promise.all(Array.from({ length: 1000 }, () => coalescer.add("org", "same")));
    expect(sizes).toStrictEqual(Array.from({ length: 1000 }, () => 1));
  });

  test("a limit below one is a mistake of ours", () => {
    expect(() => buildCoalescer(0)).toThrow("a window takes at least one item");
  });
});

describe("conflicts", () => {
  test.each([
    [
      ["a:x", "b:x", "c:x"],
      [["a:x"], ["b:x"], ["c:x"]],
    ],
    [
      ["a:x", "b:x", "c:y"],
      [["a:x", "c:y"], ["b:x"]],
    ],
    [
      ["a:x", "b:x,y", "c:y", "d"],
      [["a:x", "d"], ["b:x,y"], ["c:y"]],
    ],
    [["a:x,x", "b:y"], [["a:x,x", "b:y"]]],
    [
      ["a", "b", "c", "d:x", "e:x", "f", "g"],
      [["a", "b", "c"], ["d:x", "f", "g"], ["e:x"]],
    ],
  ])("%j go into %j", async (items, expected) => {
    const { coalescer, runs, windows } = buildCoalescer(3);

    const results = items.map((item) => coalescer.add("org", item));
    await afterwards();
    for (let index = 0; index < expected.length; index++) {
      await runs[index]?.finish();
    }

    expect(windows()).toStrictEqual(expected);
    expect(await Promise.all(results)).toStrictEqual(items.map((item) => `done ${item}`));
  });

  test("an item may join the window after the run that it conflicts with", async () => {
    const { coalescer, runs, windows } = buildCoalescer();
    void coalescer.add("org", "a:x");
    await afterwards();

    void coalescer.add("org", "b");
    void coalescer.add("org", "c:x");
    await runs[0]?.finish();

    expect(windows()).toStrictEqual([["a:x"], ["b", "c:x"]]);
  });

  test("a fault in naming conflicts reaches its caller only", async () => {
    const coalescer = new Coalescer<string, string>({
      itemsMax: 2,
      conflictsOf: (item) => {
        if (item === "bad") throw new Error("no names");
        return [];
      },
      run: async (_key, items) => items.map((item) => ({ value: item })),
    });

    const outcomes = await Promise.allSettled([coalescer.add("org", "bad"), coalescer.add("org", "good")]);

    expect(outcomes.map(({ status }) => status)).toStrictEqual(["rejected", "fulfilled"]);
  });
});

describe("faults", () => {
  test("an item's error reaches its own caller only", async () => {
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

  test("after a run that throws, each of its items runs alone and in order", async () => {
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

  test("an item that was alone already is not run twice", async () => {
    const { coalescer, runs, windows } = buildCoalescer();
    const result = coalescer.add("org", "a");
    await afterwards();

    const refused = expect(result).rejects.toThrow("whole");
    await runs[0]?.fail(new Error("whole"));

    await refused;
    expect(windows()).toStrictEqual([["a"]]);
  });

  test("a run that throws before it is a promise is a run that throws", async () => {
    const coalescer = new Coalescer<string, string>({
      itemsMax: 2,
      run: () => {
        throw new Error("at once");
      },
    });

    await expect(coalescer.add("org", "a")).rejects.toThrow("at once");
  });

  test("an item without an outcome is refused and not run again, as its work may be kept", async () => {
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
