import { afterAll, describe, expect, test } from "vitest";
import { ScriptRunner } from "./script-runner.ts";
import { errorOf, scriptRun } from "./testing/script-runs.ts";

const runner = new ScriptRunner();

afterAll(() => runner.close());

describe("a script", () => {
  test("returns its result, and what it wrote to the console, a line for each call", async () => {
    const code = `
      console.log("two\\nlines", 1, { a: [true] });
      console.error(new TypeError("odd"), undefined, null, Symbol("s"), 5n);
      const double = async (number) => number * 2;
      return { sum: event.lines.map((line) => line.price).reduce((a, b) => a + b), double: await double(config.factor) };`;
    const globals = { event: { lines: [{ price: 5 }, { price: 7 }] }, config: { factor: 21 } };

    const result = await runner.run(scriptRun(code, { globals }));

    expect(result.output).toEqual({ sum: 12, double: 42 });
    expect(result.logs).toEqual(['two\nlines 1 {"a":[true]}', "TypeError: odd undefined null Symbol(s) 5"]);
  });

  test("may return nothing", async () => {
    const result = await runner.run(scriptRun("console.log('done') // a comment ends with the code"));

    expect(result).toEqual({ output: undefined, logs: ["done"] });
  });

  test.each([
    ["event.lines.push(1)", "TypeError: object is not extensible"],
    ["event.lines[0].price = 1", "TypeError: 'price' is read-only"],
    ["delete event.lines", "TypeError: could not delete property"],
    ["event = {}", "TypeError: 'event' is read-only"],
    ["globalThis.event = {}", "TypeError: 'event' is read-only"],
    ["undeclared = 1", "ReferenceError: 'undeclared' is not defined"],
  ])("cannot change its input: %s", async (code, message) => {
    const globals = { event: { lines: [{ price: 5 }] } };

    const error = await errorOf(runner.run(scriptRun(code, { globals })));

    expect(error).toMatchObject({ kind: "thrown", message });
    expect(globals).toEqual({ event: { lines: [{ price: 5 }] } });
  });

  test("reports what it threw, where, and what it had logged", async () => {
    const code = `console.log("begun");
const total = (order) => order.lines.length;
async function check(order) {
  await null;
  return total(order);
}
return await check({});`;

    const error = await errorOf(runner.run(scriptRun(code)));

    expect(error).toMatchObject({
      kind: "thrown",
      message: "TypeError: cannot read property 'length' of undefined",
      scriptStack: ["at total (2:37)", "at check (5:15)"],
      logs: ["begun"],
    });
  });

  test.each([
    ["throw new Error('out of stock')", "out of stock"],
    ["throw new RangeError('too far')", "RangeError: too far"],
    ["throw 'a plain text'", "a plain text"],
    ["throw { code: 5 }", '{"code":5}'],
    ["throw new Error('a\\0b\\ud800')", "a\ufffdb\ufffd"],
  ])("reports the reason of its failure: %s", async (code, message) => {
    const error = await errorOf(runner.run(scriptRun(code)));

    expect(error.message).toBe(message);
  });

  test("that is not JavaScript fails with the position", async () => {
    const error = await errorOf(runner.run(scriptRun("let a = 1;\nlet b = @;")));

    expect(error).toMatchObject({ kind: "syntax", position: { line: 2, column: 9 } });
  });
});

describe("a call", () => {
  test("is made with JSON and returns JSON, by its dotted name", async () => {
    const seen: unknown[] = [];
    const calls = {
      "entities.get": async (args: readonly unknown[]) => {
        seen.push(args);
        return { id: "7", tags: ["a"] };
      },
      "entities.kinds.list": async () => ["item"],
      ping: async () => undefined,
    };
    const code = `
      const [item, kinds, nothing] = await Promise.all([
        entities.get("item", { id: 7, at: new Date(0), skip: undefined }, undefined),
        entities.kinds.list(),
        ping(),
      ]);
      item.tags.push("b");
      return [item, kinds, nothing === undefined];`;

    const { output } = await runner.run(scriptRun(code, { calls }));

    expect(output).toEqual([{ id: "7", tags: ["a", "b"] }, ["item"], true]);
    expect(seen).toEqual([["item", { id: 7, at: "1970-01-01T00:00:00.000Z" }]]);
  });

  test("that fails can be caught by the script, and otherwise fails it", async () => {
    const calls = {
      "entities.get": async () => {
        throw new Error("There is no item 7.");
      },
    };

    const caught = await runner.run(
      scriptRun("try { await entities.get(7) } catch (error) { return error.message }", { calls }),
    );
    const error = await errorOf(runner.run(scriptRun("await entities.get(7)", { calls })));

    expect(caught.output).toBe("There is no item 7.");
    expect(error).toMatchObject({ kind: "thrown", message: "There is no item 7." });
  });

  test("that the script does not await is over when the script is", async () => {
    const done: string[] = [];
    const calls = {
      note: async ([name]: readonly unknown[]) => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return done.push(String(name));
      },
    };

    const { output } = await runner.run(
      scriptRun("note('first').then(() => note('second')); return 'ended'", { calls }),
    );

    expect(output).toBe("ended");
    expect(done).toEqual(["first", "second"]);
  });
});
