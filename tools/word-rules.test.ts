import { expect, test } from "vitest";
import { findWord, textsOf, words } from "./word-rules.ts";

const product = "server/src/planted.ts";

// One planted use in each scope that a word is searched in.
test.each([
  ["mend", { path: product, text: 'throw new Error("Mend it first.");' }],
  ["anew", { path: product, text: "// Reads it anew.\nread();" }],
  ["rehearse", { path: "docs/planted.md", text: "The load is rehearsed." }],
  ["tell", { path: "server/src/planted.test.ts", text: 'test("the caller is told", () => {});' }],
  ["somebody", { path: "console/src/planted.tsx", text: "const page = <p>Wait for somebody else</p>;" }],
  ["go on", { path: product, text: "const text = `It goes on for a while`;" }],
  ["left out", { path: product, text: "/** Left out, 10. */\nconst limit = 10;" }],
  ["under way", { path: product, text: 'const text = "A load is under way.";' }],
  ["give back", { path: "README.md", text: "It cannot be taken back, and gives it back." }],
  ["become of", { path: product, text: 'const title = "What became of it";' }],
  ["is no", { path: product, text: 'const detail = "7 is no cursor.";' }],
  ["time-out", { path: product, text: 'const label = "Time-out in seconds";' }],
  ["no such", { path: product, text: 'const label = "No such item";' }],
  ["in vain", { path: product, text: "// Waited in vain.\nwait();" }],
  ["spelling", { path: "docs/planted.md", text: "A cancelled load keeps its colours." }],
  ["fault", { path: product, text: 'const label = "No faults found";' }],
  ["name: tell", { path: product, text: "const isTold = true;" }],
  ["name: rehearse", { path: product, text: "function rehearse() {}" }],
  ["name: wish", { path: product, text: "interface KeyWish {}" }],
  ["name: fault", { path: product, text: "class TextFault {}" }],
  ["name: words", { path: product, text: "const countWords = 1;" }],
  ["name: judge", { path: product, text: "function judgeOutcome() {}" }],
  ["name: mend", { path: product, text: "class Row { #takeBack() {} }" }],
  ["name: time-out", { path: "server/src/time-outs.test.ts", text: "run();" }],
  ["name: act", { path: product, text: "const ActItem = 1;" }],
  ["tell", { path: product, text: "try {\n  read();\n} catch {\n  // Told below.\n}" }],
  ["is no", { path: "server/src/planted.test.ts", text: 'test.each([["a key that is no key", "x"]])("%s", run);' }],
])("a planted use of %s is found", (name, file) => {
  expect(findWord(name, textsOf([file]))).toMatchObject([{ path: file.path, line: expect.any(Number) }]);
});

test.each([
  ["code of a guide", { path: "docs/planted.md", text: "```sh\nweft told\n```\nThe field `told` is kept." }],
  ["SQL", { path: product, text: "sql`select told from mend`" }],
  ["the verb time out", { path: product, text: "function timeOutTask() {}" }],
  ["a longer word", { path: product, text: 'const text = "A recommendation of the default atoll.";' }],
  ["a single word that is a value", { path: product, text: 'const key = "told";' }],
  ["there is no", { path: product, text: 'const detail = "There is no item with this id.";' }],
])("%s is not searched", (_, file) => {
  expect(Object.keys(words).flatMap((name) => findWord(name, textsOf([file])))).toEqual([]);
});

test("each word has a planted use in this file", () => {
  // The first table has one row for each word; a new word needs a row.
  expect(Object.keys(words)).toHaveLength(25);
});
