import { expect, test } from "vitest";
import { typeOn } from "./terminal.ts";

test.each([
  ["an incomplete line", "ab", "c", { kind: "open", line: "abc" }],
  ["a complete line", "ab", "c\r", { kind: "ended", line: "abc", rest: "" }],
  ["several lines pasted at once", "", "one\ntwo\n", { kind: "ended", line: "one", rest: "two\n" }],
  ["a deleted character", "ab", "\u007fc\r", { kind: "ended", line: "ac", rest: "" }],
  ["more deletions than characters", "", "\b\ba", { kind: "open", line: "a" }],
  ["a deleted character of two units", "a😀", "\u007f", { kind: "open", line: "a" }],
  ["Ctrl-U, which clears the line", "wrong", "\u0015right\r", { kind: "ended", line: "right", rest: "" }],
  ["Ctrl-C", "ab", "\u0003", { kind: "given-up", line: "" }],
  ["Ctrl-D", "ab", "\u0004", { kind: "given-up", line: "" }],
])("%s is handled", (_name, before, piece, typed) => {
  expect(typeOn(before, piece)).toEqual(typed);
});
