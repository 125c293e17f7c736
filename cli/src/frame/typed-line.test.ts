import { expect, test } from "vitest";
import { typeOn } from "./typed-line.ts";

test.each([
  ["a line that goes on", "ab", "c", { kind: "open", line: "abc" }],
  ["its end", "ab", "c\r", { kind: "ended", line: "abc", rest: "" }],
  ["several lines pasted at once", "", "one\ntwo\n", { kind: "ended", line: "one", rest: "two\n" }],
  ["a letter taken back", "ab", "\u007fc\r", { kind: "ended", line: "ac", rest: "" }],
  ["more taken back than there is", "", "\b\ba", { kind: "open", line: "a" }],
  ["a letter of two units taken back", "a😀", "\u007f", { kind: "open", line: "a" }],
  ["Ctrl-U, which begins anew", "wrong", "\u0015right\r", { kind: "ended", line: "right", rest: "" }],
  ["Ctrl-C", "ab", "\u0003", { kind: "given-up", line: "" }],
  ["Ctrl-D", "ab", "\u0004", { kind: "given-up", line: "" }],
])("%s is understood", (_name, before, piece, typed) => {
  expect(typeOn(before, piece)).toEqual(typed);
});
