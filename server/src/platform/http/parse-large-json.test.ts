import { monitorEventLoopDelay } from "node:perf_hooks";
import fc from "fast-check";
import { expect, test } from "vitest";
import { beginTorture } from "../../testing/torture.ts";
import { Problem } from "../problem.ts";
import { parseStrictJsonBody } from "./parse-large-json.ts";
import { parseStrictJson } from "./strict-json.ts";

const torture = beginTorture("long bodies");
const limits = { depthMax: 64 };
const padding = "x".repeat(1_100_000);

/** Long enough for pieces, with the value in the middle of long members and between long ones. */
function longTexts(json: string): string[] {
  const some = JSON.stringify(Array.from({ length: 9_000 }, (_, index) => ({ index, text: "some" })));
  return [
    `[${some},${json},${some},${some}]`,
    `{"a":${some},"b":${json},"c":${some},"e":{"f":[${json},${some}]}}`,
    ` { "padding" : "${padding}" , "list" : [ ${some} , ${json} , { "deep" : ${some} , "value" : ${json} } ] } `,
  ];
}

async function outcomeOf(parse: () => unknown): Promise<unknown> {
  try {
    return { value: await parse() };
  } catch (error) {
    return error instanceof Problem ? { refused: error.code } : { error };
  }
}

test("any long body is parsed like a short one", { timeout: torture.times(60_000) }, async () => {
  const broken = fc.constantFrom(
    "",
    ",",
    "]",
    "}",
    "{",
    "[",
    '"',
    "1,",
    ",1",
    "1 2",
    '"a":1',
    "{]",
    "[}",
    "nul",
    "1e999",
  );
  const odd = fc.constantFrom(
    '{"__proto__":1}',
    '{"a":1,"a":2}',
    '"\\u0000"',
    '"\\ud800"',
    "9007199254740993",
    "{}",
    "[]",
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.json(), broken, odd), async (json) => {
      for (const text of longTexts(json)) {
        expect(await outcomeOf(() => parseStrictJsonBody(text, limits))).toEqual(
          await outcomeOf(() => parseStrictJson(text, limits)),
        );
      }
    }),
    torture.runs(15, 5),
  );
});

test.each([
  ["a duplicate key far from the first", `{"a":1,"p":"${padding}","l":[${"1,".repeat(60_000)}1],"a":2}`],
  ["a comma at the end of a long list", `[${"12345678,".repeat(200_000)}]`],
  ["two values", `[${"12345678,".repeat(200_000)}1] 2`],
  ["a long value without a comma before it", `{"a":1 [${"12345678,".repeat(200_000)}1]}`],
  ["a long value without a key", `{[${"12345678,".repeat(200_000)}1]}`],
  ["another bracket at its end", `[${"12345678,".repeat(200_000)}1}`],
  ["too deep nesting", `${"[".repeat(65)}"${padding}"${"]".repeat(65)}`],
])("a long body with %s is rejected", async (_, text) => {
  expect(await outcomeOf(() => parseStrictJsonBody(text, limits))).toEqual({ refused: "invalid-json" });
});

test("a body with millions of empty objects is rejected before they are created", async () => {
  const text = `[${"{},".repeat(2_000_001)}1]`;

  expect(await outcomeOf(() => parseStrictJsonBody(text, limits))).toEqual({ refused: "body-too-large" });
});

test("other calls are served while a body of 30 MB is parsed", async () => {
  const object = { name: "Parka", notes: "x".repeat(500), colors: ["red", "olive"], price: { amount: 12.5 } };
  const text = JSON.stringify({ operations: Array.from({ length: 50_000 }, () => ({ op: "create", object })) });
  const delay = monitorEventLoopDelay({ resolution: 1 });

  delay.enable();
  const began = performance.now();
  await parseStrictJsonBody(text, limits);
  const tookMs = performance.now() - began;
  delay.disable();

  // Fractions of the whole: the machine's speed must not matter.
  expect(delay.percentile(90) / 1e6).toBeLessThan(Math.max(25, tookMs / 5));
});
