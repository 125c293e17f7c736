import { afterAll, describe, expect, test } from "vitest";
import { ScriptRunner } from "./script-runner.ts";
import { errorOf, scriptRun } from "./testing/script-runs.ts";

const mebibyte = 1_048_576;
const runner = new ScriptRunner();

afterAll(() => runner.close());

describe("logs", () => {
  test("have at most 1,000 lines, of which the last says that there were more", async () => {
    const { logs } = await runner.run(scriptRun("for (let i = 0; i < 5000; i++) console.log(i)"));

    expect(logs).toHaveLength(1_000);
    expect(logs[998]).toBe("998");
    expect(logs[999]).toMatch(/^Further lines are omitted/);
  });

  test("have at most 1 MiB", async () => {
    const { logs } = await runner.run(scriptRun("for (let i = 0; i < 500; i++) console.log('x'.repeat(16000))"));

    const bytes = logs.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
    expect(bytes).toBeGreaterThan(mebibyte - 20_000);
    expect(bytes).toBeLessThanOrEqual(mebibyte);
    expect(logs.at(-1)).toMatch(/^Further lines are omitted/);
  });

  test.each([
    ["console.log('x'.repeat(16384))", 16_384, "x"],
    ["console.log('x'.repeat(16385))", 16_384, " … (cut)"],
    ["console.log('x'.repeat(1e7))", 16_384, " … (cut)"],
    ["console.log('x'.repeat(9000), 'y'.repeat(9000))", 16_384, "y … (cut)"],
    ["console.log('x' + '😀'.repeat(9000))", 16_383, "😀 … (cut)"],
  ])("have lines of at most 16 KiB: %s", async (code, bytes, ending) => {
    const { logs } = await runner.run(scriptRun(code));

    expect(logs).toHaveLength(1);
    expect(logs[0]).toSatisfy((line: string) => line.endsWith(ending));
    expect(Math.abs(Buffer.byteLength(logs[0] ?? "") - bytes)).toBeLessThan(4);
  });

  test("contain nothing that cannot be stored", async () => {
    const { logs } = await runner.run(scriptRun("console.log('a\\0b\\ud800c')"));

    expect(logs).toEqual(["a\ufffdb\ufffdc"]);
  });
});

describe("calls", () => {
  const calls = { count: async () => 1 };

  test("the maximum number is allowed", async () => {
    const code = "let sum = 0; for (let i = 0; i < 7; i++) sum += await count(); return sum";

    const { output } = await runner.run(scriptRun(code, { calls, callsMax: 7 }));

    expect(output).toBe(7);
  });

  test("one more ends the script, even if it catches errors, and is not made", async () => {
    let made = 0;
    const counting = {
      count: async () => {
        made += 1;
        return made;
      },
    };
    const code = `
      for (;;) {
        try { await count() } catch (error) { console.log(error.message) } finally { continue }
      }`;

    const error = await errorOf(runner.run(scriptRun(code, { calls: counting, callsMax: 7 })));

    expect(error).toMatchObject({ kind: "calls" });
    expect(error.message).toContain("more than 7 calls");
    expect(made).toBe(7);
  });

  test("are counted even if the script awaits none of them", async () => {
    const code = "for (let i = 0; i < 8; i++) count().catch(() => 1); return 'ended'";

    const error = await errorOf(runner.run(scriptRun(code, { calls, callsMax: 7 })));

    expect(error.kind).toBe("calls");
  });

  test.each([
    ["await count(1n)", "TypeError: Do not know how to serialize a BigInt"],
    ["const a = []; a.push(a); await count(a)", "TypeError: circular reference"],
    ["await count(['\\0'])", "The argument of count contains NUL or half of a character, which cannot be stored."],
    [`await count(JSON.parse('{"__proto__": 1}'))`, 'The argument of count has the key "__proto__".'],
    [
      "await count(JSON.parse('['.repeat(64) + ']'.repeat(64)))",
      "The argument of count is nested more than 64 levels deep.",
    ],
    ["await count('x'.repeat(2e6))", "A script cannot pass more than 1048576 characters at once."],
    ["await large()", "The result of large has more than 4194304 characters; request less."],
  ])("that cannot be passed on are rejected inside the script: %s", async (code, message) => {
    const large = async () => "x".repeat(5 * mebibyte);

    const { output } = await runner.run(
      scriptRun(`try { ${code} } catch (error) { return error.name === "Error" ? error.message : String(error) }`, {
        calls: { ...calls, large },
      }),
    );

    expect(output).toSatisfy((text: string) => text.startsWith(message));
  });
});

describe("memory", () => {
  test.each([
    [24, "return new Array(4e5).fill(0).map((_, i) => ({ i })).length", "memory"],
    [64, "return new Array(4e5).fill(0).map((_, i) => ({ i })).length", 400_000],
  ])("of %i MiB is available to a script: %s", async (mebibytes, code, ending) => {
    const run = scriptRun(code, { memoryBytesMax: mebibytes * mebibyte });

    const ended = await runner.run(run).then(
      ({ output }) => output,
      ({ kind }) => kind,
    );

    expect(ended).toBe(ending);
  });

  test("is not exhausted by responses that the script has released", async () => {
    const calls = { large: async () => "x".repeat(2 * mebibyte) };
    const code = "let sum = 0; for (let i = 0; i < 8; i++) sum += (await large()).length; return sum";

    const { output } = await runner.run(scriptRun(code, { calls, memoryBytesMax: 10 * mebibyte }));

    expect(output).toBe(16 * mebibyte);
  });

  test("may be exhausted and the error caught, as long as the script then releases some", async () => {
    const code = `
      let all = [];
      try { for (;;) all.push("x".repeat(1e6) + all.length) } catch (error) { all = null; return error.message }`;

    const { output } = await runner.run(scriptRun(code, { memoryBytesMax: 24 * mebibyte }));

    expect(output).toBe("out of memory");
  });

  test("that cannot hold the input ends the script", async () => {
    const calls = { large: async () => "x".repeat(4 * mebibyte - 2) };
    const code = `
      const all = [];
      try { for (;;) all.push("x".repeat(1e5) + all.length) } catch {}
      await large().catch(() => "caught");
      return all.length`;

    const error = await errorOf(runner.run(scriptRun(code, { calls, memoryBytesMax: 24 * mebibyte })));
    const given = await errorOf(
      runner.run(
        scriptRun("return 1", { globals: { event: "x".repeat(8 * mebibyte - 20) }, memoryBytesMax: 16 * mebibyte }),
      ),
    );
    const tooMuch = await errorOf(runner.run(scriptRun("return 1", { globals: { event: "x".repeat(9 * mebibyte) } })));

    expect([error.kind, given.kind, tooMuch.kind]).toEqual(["memory", "memory", "memory"]);
  });
});

describe("time", () => {
  test("includes waiting for calls", async () => {
    const calls = { never: () => new Promise<undefined>(() => {}) };

    const error = await errorOf(runner.run(scriptRun("console.log(1); await never()", { calls, timeoutMs: 100 })));

    expect(error).toMatchObject({ kind: "time", logs: ["1"] });
    expect(error.message).toContain("after 100 ms");
  });
});

test("code that is too long is not run", async () => {
  const error = await errorOf(runner.run(scriptRun(`return 1;${" ".repeat(65_536)}`)));

  expect(error.kind).toBe("syntax");
});
