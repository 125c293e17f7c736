// Runs the tests of the safety bars of the specification, from one seed, and ends with the verdicts. TORTURE_SEED repeats
// a run, TORTURE_TIMES makes it that many times longer; arguments are file names, to run only some.
import { startVitest } from "vitest/node";

/** The bars, and the verdicts that each of them needs. */
const bars = {
  "kills during writes and loads": ["kills", "load kills"],
  "32 writers and a poller": ["writers and a poller"],
  "100 simultaneous callbacks for one task": ["simultaneous callbacks"],
  "disk full, database away, S3 away": ["load outages", "database away", "S3 away"],
  "the expression battery": ["expression battery", "random expressions", "random patterns"],
  "SSRF corpus": ["SSRF corpus", "random addresses"],
  "rights over two orgs": ["rights", "rights of workflows"],
  "request fuzz": ["request fuzz"],
  "one hostile org beside ten quiet ones": ["neighbours"],
  "malformed CSV": ["malformed CSV", "CSV oracle"],
  "secrets in no log, error or answer": ["secrets of callers", "secrets of webhooks", "secrets of workflows"],
};
const ofBars = new Set(Object.values(bars).flat());

const files = process.argv.slice(2);
process.env["TORTURE_SEED"] ??= String(Date.now() % 1_000_000);
process.env["TORTURE_TIMES"] ??= "1";

const verdicts = [];
const listener = {
  onUserConsoleLog({ content }) {
    for (const line of content.split("\n")) {
      const [, name] = /^verdict: (.+), seed \d+: /.exec(line) ?? [];
      if (name !== undefined) verdicts.push({ name, line });
    }
  },
};
const vitest = await startVitest("test", files, {
  watch: false,
  project: ["torture", "bars"],
  reporters: ["default", listener],
});
await vitest.close();

const linesOf = (isWanted) => verdicts.filter(({ name }) => isWanted(name)).map(({ line }) => `  ${line}`);
const lacking = Object.values(bars)
  .flat()
  .filter((wanted) => !verdicts.some(({ name }) => name === wanted));
for (const [bar, names] of Object.entries(bars)) {
  console.log([bar, ...linesOf((name) => names.includes(name))].join("\n"));
}
console.log(["besides", ...linesOf((name) => !ofBars.has(name))].join("\n"));
if (files.length === 0 && lacking.length > 0) {
  console.log(`no verdict: ${lacking.join(", ")}`);
  process.exitCode = 1;
}
const { TORTURE_SEED: seed, TORTURE_TIMES: times } = process.env;
console.log(
  `${process.exitCode ? "failed" : "passed"}; again: TORTURE_SEED=${seed} TORTURE_TIMES=${times} npm run torture`,
);
