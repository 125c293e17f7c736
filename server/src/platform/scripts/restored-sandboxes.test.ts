import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonValue } from "../json-value.ts";
import { compileEngine, SandboxMemory, startEngine } from "./sandbox/engine.ts";
import { SandboxPool } from "./sandbox/sandbox-pool.ts";
import { ScriptRunner } from "./script-runner.ts";
import { errorOf, scriptRun } from "./testing/script-runs.ts";

const mebibyte = 1_048_576;

/** One thread, so that each script follows the one before in its sandbox. */
let runner: ScriptRunner;
let engine: WebAssembly.Module;

beforeAll(async () => {
  runner = new ScriptRunner({ scriptsAtOnceMax: 1 });
  engine = await compileEngine();
});

afterAll(() => runner.close());

/** All that a script can reach: names, kinds, texts of functions, and prototypes. */
const inventory = `
  const seen = new Map();
  const lines = [];
  const visit = (value) => {
    if (Object(value) !== value) return typeof value === "symbol" ? String(value) : typeof value + ":" + String(value);
    if (!seen.has(value)) {
      seen.set(value, seen.size);
      const id = seen.get(value);
      lines.push(id + " is " + (typeof value === "function" ? Function.prototype.toString.call(value) : typeof value));
      lines.push(id + " from " + visit(Object.getPrototypeOf(value)) + " " + Object.isExtensible(value));
      for (const key of Reflect.ownKeys(value)) {
        const { value: held, get, set, ...flags } = Object.getOwnPropertyDescriptor(value, key);
        lines.push([id, String(key), visit(held), visit(get), visit(set), JSON.stringify(flags)].join(" "));
      }
    }
    return "#" + seen.get(value);
  };
  visit(globalThis);
  return lines.join("\\n");`;

/** What a script may leave behind, in the order in which they run. */
const leaving = [
  "globalThis.left = { secret: 1 }; globalThis[Symbol.for('left')] = 1",
  "Object.prototype.left = Array.prototype.left = Function.prototype.left = 1",
  "Object.setPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()), { left: 1 })",
  "JSON.parse = JSON.stringify = Promise.prototype.then = Object.freeze = () => 'replaced'",
  "Math.random = () => 4; Date.now = () => 0; Error.prototype.toString = () => 'mine'",
  "for (const name of Object.getOwnPropertyNames(globalThis)) { try { delete globalThis[name] } catch {} }",
  "for (const name of ['Object', 'Array', 'Map', 'Promise', 'JSON']) Object.freeze(globalThis[name])",
  "Object.preventExtensions(globalThis); Object.freeze(Object.prototype)",
  "eval('var left = 1; function leftToo() {}'); (0, eval)('var leftGlobally = 1; let alsoLeft = 2')",
  "globalThis.left = new Array(2e4).fill(0).map((_, i) => ({ i, text: 'left' + i }))",
  "globalThis.later = Promise.resolve().then(function again() { return Promise.resolve().then(() => 1).then(() => 2) })",
  "globalThis.never = new Promise(() => {}); new FinalizationRegistry(() => { left = 1 }).register({}, 1)",
  "new WeakRef({}); globalThis.it = (function* () { yield 1; yield 2 })(); it.next()",
  "/left(.)/g.exec('left!'); globalThis.buffer = new Uint8Array(1e6).fill(77)",
  "try { (function deeper() { deeper() })() } catch {}",
  "console.log('left'); note('left'); note('left too').then(() => console.log('after'))",
  "globalThis.name = 'left'.repeat(1e6); return 'left'",
];

const calls = { note: async (): Promise<JsonValue> => "noted" };

describe("a script finds what the first one in its sandbox found", () => {
  test.each(leaving)("after: %s", async (code) => {
    const first = await runner.run(scriptRun(inventory, { owner: code, calls }));
    await runner.run(scriptRun(code, { owner: code, calls }));
    const next = await runner.run(scriptRun(inventory, { owner: code, calls }));

    expect(next).toEqual(first);
    expect(String(first.output).split("\n").length).toBeGreaterThan(1_000);
  });

  test.each([
    ["thrown", "globalThis.left = 1; throw new Error('no')"],
    ["thrown", "globalThis.left = 1; return note(1n)"],
    ["thrown", "globalThis.left = 1; await new Promise(() => {})"],
    ["thrown", "globalThis.left = 1; (function deeper() { deeper() })()"],
    ["syntax", "globalThis.left = [1; 2"],
    ["calls", "globalThis.left = 1; for (;;) await note(1)"],
    ["time", "globalThis.left = 1; for (;;);"],
    ["time", "globalThis.left = 1; for (;;) await null"],
    ["memory", "globalThis.left = []; for (;;) left.push('left'.repeat(1e6))"],
    ["memory", "globalThis.left = 1; for (;;) Promise.resolve().then(() => 1)"],
  ])("after a failure, %s: %s", async (kind, code) => {
    const input = { owner: "an owner of failures", calls, memoryBytesMax: 24 * mebibyte };
    const first = await runner.run(scriptRun(inventory, input));
    const error = await errorOf(runner.run(scriptRun(code, { ...input, timeoutMs: kind === "time" ? 100 : 10_000 })));

    const next = await runner.run(scriptRun(inventory, input));

    expect(error.kind).toBe(kind);
    expect(next).toEqual(first);
  });
});

test("a restored memory equals the snapshot in every byte", async () => {
  const memory = new SandboxMemory(64 * mebibyte);
  const context = await startEngine(engine, memory);
  memory.takeSnapshot();
  const before = Buffer.from(Buffer.from(memory.memory.buffer));

  for (const code of leaving) {
    context.evalCode(`(async () => {\n${code}\n})()`, "script", { type: "global", strict: true });
    context.runtime.executePendingJobs(100);
    const isChanged = !Buffer.from(memory.memory.buffer).equals(before);
    const isRestored = memory.restore();

    expect([isChanged, isRestored], code).toEqual([true, true]);
    expect(Buffer.from(memory.memory.buffer).equals(before), code).toBe(true);
  }
});

test.each([
  ["much was written to", 64, "globalThis.left = new Uint8Array(9e6).fill(1)"],
  ["grew", 64, "globalThis.left = new Uint8Array(2e7)"],
  ["grew in a job", 64, "Promise.resolve().then(() => { globalThis.left = new Uint8Array(2e7) })"],
  ["had no room for more", 24, "try { new Uint8Array(6e7) } catch {}"],
])("a memory that %s is not used again", async (_, mebibytes, code) => {
  const memory = new SandboxMemory(mebibytes * mebibyte);
  const context = await startEngine(engine, memory);
  memory.takeSnapshot();
  const unused = memory.restore();

  context.evalCode(code);
  context.runtime.executePendingJobs(100);

  expect([unused, memory.restore()]).toEqual([true, false]);
  expect(memory.refusals > 0).toBe(mebibytes === 24);
  expect(context.runtime.newContext()).toBe(context);
});

test("a script whose memory grows, at once or after a call, ends as others do, and the next one is not affected", async () => {
  const fill = "const kept = []; for (let i = 0; i < 3e5; i++) kept.push({ i, text: 'kept' + i });";
  for (const code of [fill, `await note(1); ${fill}`, `${fill} await note(1);`]) {
    const input = { owner: code, calls };
    const first = await runner.run(scriptRun(inventory, input));
    const grown = await runner.run(scriptRun(`${code} console.log(await note(2)); return kept.length`, input));
    const next = await runner.run(scriptRun(inventory, input));

    expect(grown).toEqual({ output: 3e5, logs: ["noted"] });
    expect(next).toEqual(first);
  }
});

test("a sandbox is kept for the same owner and limit only, and dropped unless it is released", async () => {
  const pool = new SandboxPool(engine);
  const use = { owner: "an org", memoryBytesMax: 24 * mebibyte };
  const sandbox = await pool.take(use);
  pool.release(use, sandbox);
  const again = await pool.take(use);
  const unreleased = await pool.take(use);
  pool.release(use, unreleased);
  const ofAnother = await pool.take({ ...use, owner: "another org" });
  pool.release({ ...use, owner: "another org" }, ofAnother);
  const larger = await pool.take({ owner: "another org", memoryBytesMax: 64 * mebibyte });

  expect(again).toBe(sandbox);
  expect(new Set([sandbox, unreleased, ofAnother, larger]).size).toBe(4);
});

test("random numbers differ from script to script, and are spread evenly", async () => {
  const code = "return Array.from({ length: 2000 }, Math.random)";
  const numbers: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const { output } = await runner.run(scriptRun(code));
    numbers.push(...(Array.isArray(output) ? output.map(Number) : []));
  }

  expect(new Set(numbers).size).toBe(10_000);
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const share = numbers.filter((number) => Math.floor(number * 10) === tenth).length / numbers.length;
    expect(share).toBeGreaterThan(0.08);
    expect(share).toBeLessThan(0.12);
  }
});

test("limits count from zero for every script, and memory does not add up", async () => {
  const code = "for (let i = 0; i < 100; i++) await note(i); console.log('x'); return new Uint8Array(4e7).length";
  for (let run = 0; run < 3; run += 1) {
    const result = await runner.run(scriptRun(code, { calls }));

    expect(result).toEqual({ output: 4e7, logs: ["x"] });
  }
  const many = "globalThis.kept = 'x'.repeat(4e6); return kept.length";
  for (let run = 0; run < 40; run += 1) {
    expect(await runner.run(scriptRun(many, { memoryBytesMax: 24 * mebibyte }))).toMatchObject({ output: 4e6 });
  }
  const error = await errorOf(runner.run(scriptRun("for (let i = 0; i < 101; i++) await note(i)", { calls })));

  expect(error.kind).toBe("calls");
});
