import { expect, test } from "vitest";
import { Problem } from "../platform/problem.ts";
import { ok, runCheck } from "./finding.ts";

test("findings get the name of their check", async () => {
  const findings = await runCheck({ name: "disk", look: async () => [ok("Much."), ok("More.")] }, 1_000);

  expect(findings).toEqual([
    { name: "disk", verdict: "ok", detail: "Much." },
    { name: "disk", verdict: "ok", detail: "More." },
  ]);
});

test.each<readonly [string, unknown, string]>([
  ["an error", new Error("It broke\n    at line 1"), "It broke."],
  ["a value that is not an error", "no reason", "no reason."],
  ["an error without words", new Error(""), "Failed without an error message."],
  ["an error with a cause", new Error("It broke.", { cause: new Error("the floor") }), "It broke. (the floor)"],
  ["a problem", new Problem("conflict", "It is taken."), "It is taken."],
  [
    "a problem for callers",
    new Problem("unavailable", "Come back.", { cause: new Error("the wire is cut") }),
    "the wire is cut.",
  ],
  ["several errors together", new AggregateError([new Error("one"), new Error("two")]), "one, two."],
])("a check that throws %s is a fault with a sentence", async (_name, thrown, detail) => {
  const findings = await runCheck({ name: "disk", look: () => Promise.reject(thrown) }, 1_000);

  expect(findings).toEqual([{ name: "disk", verdict: "fault", detail }]);
});

test("a check that takes too long times out, and says so", async () => {
  let isReported = false;

  const findings = await runCheck(
    {
      name: "clock",
      look: (signal) =>
        new Promise(() => {
          signal.addEventListener("abort", () => {
            isReported = true;
          });
        }),
    },
    20,
  );

  expect(findings).toEqual([{ name: "clock", verdict: "fault", detail: "No response within 0.02 s." }]);
  expect(isReported).toBe(true);
});
