import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fingerprintOfBuiltIns } from "../expressions/testing/fingerprint-of-built-ins.ts";
import { ScriptError } from "./script-error.ts";
import { ScriptRunner } from "./script-runner.ts";
import { escapingScripts, greedyScripts, outOfTime } from "./testing/hostile-scripts.ts";
import { scriptRun } from "./testing/script-runs.ts";

const secret = "what no script may read";
const hidden: Record<string, unknown> = globalThis;
const long = `${"a".repeat(40_000)}!`;
const answer = scriptRun("return 6 * 7");
// Far more than a busy machine may need, and far less than these scripts would take.
const blockedMsMax = 8_000;

/** The language's own globals in this engine, and those that the script is given. */
const globalNames = [
  ...["Error", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError", "InternalError"],
  ...["AggregateError", "Array", "Object", "Function", "Iterator", "parseInt", "parseFloat", "isNaN", "isFinite"],
  ...["decodeURI", "decodeURIComponent", "encodeURI", "encodeURIComponent", "escape", "unescape", "Infinity", "NaN"],
  ...["undefined", "eval", "Number", "Boolean", "String", "Math", "Reflect", "Symbol", "globalThis", "BigInt", "Date"],
  ...["RegExp", "JSON", "Proxy", "Map", "Set", "WeakMap", "WeakSet", "ArrayBuffer", "SharedArrayBuffer"],
  ...["Uint8ClampedArray", "Int8Array", "Uint8Array", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array"],
  ...["BigInt64Array", "BigUint64Array", "Float16Array", "Float32Array", "Float64Array", "DataView", "Promise"],
  ...["WeakRef", "FinalizationRegistry", "event", "console", "find", "refuse", "Symbol(Symbol.toStringTag)"],
];

let runner: ScriptRunner;

beforeAll(() => {
  hidden["SECRET2"] = secret;
  runner = new ScriptRunner();
});

afterAll(async () => {
  delete hidden["SECRET2"];
  await runner.close();
});

/** The result of a script that returns the expression: its output as JSON, or its error. */
async function endingOf(expression: string, timeoutMs: number): Promise<string> {
  const run = scriptRun(`return ${expression}`, {
    globals: { brand: "Nike", r: ["M"], long },
    calls: {
      find: async (args) => ({ found: args }),
      refuse: async () => {
        throw new Error("there is no such thing");
      },
    },
    timeoutMs,
    memoryBytesMax: 24 * 1_048_576,
  });
  try {
    const { output } = await runner.run(run);
    return JSON.stringify(output) ?? "undefined";
  } catch (error) {
    if (error instanceof ScriptError) return `${error.kind}: ${error.message}`;
    throw error;
  }
}

/** The longest time, in ms, for which the node did nothing else. */
async function blockedMsDuring(work: () => Promise<void>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}

describe("no script escapes its sandbox, or changes anything outside", () => {
  test.each(escapingScripts)("$code", async ({ code, ending }) => {
    const before = fingerprintOfBuiltIns();

    const ended = await endingOf(code, 10_000);

    expect(ended).toSatisfy((text: string) => text.startsWith(ending), ending);
    expect(ended).not.toContain(secret);
    expect(fingerprintOfBuiltIns()).toBe(before);
    expect("polluted" in {}).toBe(false);
  });
});

describe("no script exceeds its limits, and the node continues meanwhile", () => {
  test.concurrent.each(greedyScripts)("$code", async ({ code, ending }) => {
    const timeoutMs = ending === outOfTime ? 200 : 15_000;
    let ended = "";
    const blockedMs = await blockedMsDuring(async () => {
      ended = await endingOf(code, timeoutMs);
    });

    expect(ended).toSatisfy((text: string) => text.startsWith(ending), ending);
    expect(blockedMs).toBeLessThan(blockedMsMax);
  });
});

test("valid scripts still work after the attacks", async () => {
  const results = await Promise.all([1, 2, 3, 4, 5].map(() => runner.run(answer)));

  expect(results.map(({ output }) => output)).toEqual([42, 42, 42, 42, 42]);
});

test("everything that a script can reach belongs to the sandbox", async () => {
  const walk = `
    const roots = new Set([Object.prototype, Array.prototype[Symbol.unscopables], null]);
    const seen = new Set();
    const ahead = [globalThis, find(), await find(1), await refuse().catch((error) => error)];
    const foreign = [];
    while (ahead.length > 0) {
      const value = ahead.pop();
      if (Object(value) !== value || seen.has(value)) continue;
      seen.add(value);
      let root = value;
      while (!roots.has(root)) root = Object.getPrototypeOf(root);
      if (root === null && value !== Object.prototype) foreign.push(String(value.name));
      if (typeof value === "function" && /^host/.test(value.name)) foreign.push(value.name);
      ahead.push(Object.getPrototypeOf(value));
      for (const key of Reflect.ownKeys(value)) ahead.push(...Object.values(Object.getOwnPropertyDescriptor(value, key)));
    }
    return { count: seen.size, foreign, globals: Reflect.ownKeys(globalThis).map(String) };`;
  const calls = {
    find: async () => ({ found: true }),
    refuse: async () => {
      throw new Error("no");
    },
  };

  const { output } = await runner.run(scriptRun(walk, { globals: { event: {} }, calls }));

  expect(output).toMatchObject({ foreign: [], globals: globalNames });
  expect(output).toHaveProperty(
    "count",
    expect.toSatisfy((count: number) => count > 500),
  );
});
