import { once } from "node:events";
import { afterAll, describe, expect, test } from "vitest";
import { waitUntil } from "../../testing/wait-until.ts";
import { followScript, ScriptRunner } from "./script-runner.ts";
import { ScriptThreads } from "./script-threads.ts";
import { errorOf, scriptRun } from "./testing/script-runs.ts";

/** One script at a time. */
const runner = new ScriptRunner({ scriptsAtOnceMax: 1 });

afterAll(() => runner.close());

const hang = () => new Promise<undefined>(() => {});

/** A call that the test answers on demand. */
class Gate {
  #open: (() => void) | undefined;
  readonly #opened = new Promise<void>((resolve) => {
    this.#open = resolve;
  });
  waiting = 0;

  readonly calls = {
    pass: async () => {
      this.waiting += 1;
      await this.#opened;
      return this.waiting;
    },
  };

  open(): void {
    this.#open?.();
  }
}

test("nothing of one script is left for the next in the same thread", async () => {
  const change = `
    globalThis.left = "a secret of another org";
    Object.prototype.left = Array.prototype.left = "polluted";
    JSON.parse = JSON.stringify = Promise.prototype.then = () => "replaced";
    Symbol.for("left").constructor.left = 1;
    console.log("only mine");
    return 1`;
  const look =
    "return [typeof left, typeof {}.left, typeof [].left, typeof Symbol.left, JSON.stringify([1]), typeof event]";

  await runner.run(scriptRun(change, { globals: { event: {} } }));
  const { output, logs } = await runner.run(scriptRun(look));

  expect(output).toEqual(["undefined", "undefined", "undefined", "undefined", "[1]", "undefined"]);
  expect(logs).toEqual([]);
});

test("twenty concurrent scripts all complete, four at a time", async () => {
  const several = new ScriptRunner();
  let now = 0;
  let most = 0;
  const calls = {
    step: async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 5));
      now -= 1;
      return null;
    },
  };
  const code = "await step(); globalThis.kept ??= number; return kept";

  const results = await Promise.all(
    Array.from({ length: 20 }, (_, number) => several.run(scriptRun(code, { globals: { number }, calls }))),
  );
  await several.close();

  expect(results.map(({ output }) => output)).toEqual(Array.from({ length: 20 }, (_, number) => number));
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
});

test("endless scripts of one org do not delay the start of another's", async () => {
  const several = new ScriptRunner();
  const stopping = new AbortController();
  let endedCount = 0;
  const endless = Array.from({ length: 8 }, () =>
    errorOf(several.run(scriptRun("for (;;);", { owner: "hostile", timeoutMs: 60_000, signal: stopping.signal }))).then(
      () => {
        endedCount += 1;
      },
    ),
  );

  const { output } = await several.run(scriptRun("return 'ran'", { owner: "quiet" }));
  const endedBefore = endedCount;
  stopping.abort();
  await Promise.all(endless);
  await several.close();

  expect(output).toBe("ran");
  expect(endedBefore).toBe(0);
});

test("time in the queue does not count towards a script's timeout", async () => {
  const gate = new Gate();
  const first = runner.run(scriptRun("return await pass()", { calls: gate.calls }));
  await waitUntil("the first runs", () => gate.waiting === 1);
  const second = runner.run(scriptRun("return 2", { timeoutMs: 500 }));
  const began = Date.now();
  await waitUntil("more time than the second has is over", () => Date.now() > began + 600);

  gate.open();

  expect(await first).toMatchObject({ output: 1 });
  expect(await second).toMatchObject({ output: 2 });
});

describe("a script is stopped", () => {
  test("before it has begun", async () => {
    const error = await errorOf(runner.run(scriptRun("return 1", { signal: AbortSignal.abort() })));

    expect(error.kind).toBe("aborted");
  });

  test("while it waits in the queue, and those behind it move up", async () => {
    const gate = new Gate();
    const stopping = new AbortController();
    const first = runner.run(scriptRun("return await pass()", { calls: gate.calls }));
    const second = errorOf(runner.run(scriptRun("return 2", { signal: stopping.signal })));
    const third = runner.run(scriptRun("return 3"));

    stopping.abort();
    const error = await second;
    gate.open();

    expect(error.kind).toBe("aborted");
    expect(await first).toMatchObject({ output: 1 });
    expect(await third).toMatchObject({ output: 3 });
  });

  test.each(["await pass(); for (;;);", "await pass(); return await hang()"])("while it runs: %s", async (code) => {
    const gate = new Gate();
    const stopping = new AbortController();
    gate.open();
    const calls = { ...gate.calls, hang };
    const running = errorOf(runner.run(scriptRun(code, { calls, signal: stopping.signal })));
    await waitUntil("it runs", () => gate.waiting === 1);

    stopping.abort();
    const error = await running;
    const next = await runner.run(scriptRun("return 1"));

    expect(error).toMatchObject({ kind: "aborted", message: "The script was stopped." });
    expect(next.output).toBe(1);
  });
});

test("a closed runner has stopped running and waiting scripts, and accepts no more", async () => {
  const closing = new ScriptRunner({ scriptsAtOnceMax: 1 });
  const gate = new Gate();
  const running = errorOf(closing.run(scriptRun("await pass(); await hang()", { calls: { ...gate.calls, hang } })));
  const waiting = errorOf(closing.run(scriptRun("return 2")));
  gate.open();
  await waitUntil("the first runs", () => gate.waiting === 1);

  await closing.close();
  const later = await errorOf(closing.run(scriptRun("return 3")));

  expect([(await running).kind, (await waiting).kind, later.kind]).toEqual(["aborted", "aborted", "aborted"]);
});

test("a response after the end of a script is ignored", async () => {
  const gate = new Gate();
  const late = await errorOf(runner.run(scriptRun("await pass()", { calls: gate.calls, timeoutMs: 100 })));
  const other = new Gate();
  const next = runner.run(scriptRun("return [await pass()]", { calls: other.calls }));
  await waitUntil("the next runs", () => other.waiting === 1);

  gate.open();
  other.open();

  expect(late.kind).toBe("time");
  expect(await next).toMatchObject({ output: [1] });
});

test("a thread is kept for the next script, and ends after some idle time", async () => {
  const leaving = new ScriptThreads({ slots: 1, waitingMax: 1 }, 100);
  const signal = new AbortController().signal;
  const first = await leaving.take("an org", signal);
  leaving.releaseLease(first);

  const second = await leaving.take("an org", signal);
  leaving.releaseLease(second);
  await once(second, "exit");
  const third = await leaving.take("an org", signal);
  await leaving.discard(third);

  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test("a thread that dies fails its script, and the next script has a new one", async () => {
  const threads = new ScriptThreads({ slots: 1, waitingMax: 1 }, 60_000);
  const { signal } = new AbortController();
  const thread = await threads.take("an org", signal);
  const run = scriptRun("await hang()", { calls: { hang } });
  const { owner, code, callsMax, memoryBytesMax } = run;
  const work = { owner, code, callsMax, memoryBytesMax, globalsJson: "{}", callNames: ["hang"] };
  const followed = errorOf(followScript(thread, run, work));

  await thread.terminate();
  const error = await followed;
  threads.releaseLease(thread);
  const next = await threads.take("an org", signal);
  await threads.close();

  expect(error.kind).toBe("crashed");
  expect(next).not.toBe(thread);
});
