import { expect, test } from "vitest";
import { runsOfLines } from "./open-text.ts";

function runsOf(text: string): string[] {
  return [...runsOfLines(Buffer.from(text))].map((run) => Buffer.from(run).toString());
}

test.each<[string, string, readonly string[]]>([
  ["nothing", "", []],
  ["narrow lines", "a\nb\nc", ["a\nb\nc"]],
  ["letters of Latin-1 are narrow", "größe\nÿ\n", ["größe\nÿ\n"]],
  ["the first beyond them is wide", "a\nĀ\nb\n", ["a\n", "Ā\n", "b\n"]],
  ["wide lines that follow each other", "a\n™\n日本\nb", ["a\n", "™\n日本\n", "b"]],
  ["wide from the start", "😀\na", ["😀\n", "a"]],
  ["wide at the end", "a\n😀", ["a\n", "😀"]],
  ["no line feed at all", "a\r™\rb", ["a\r™\rb"]],
])("%s", (_, text, runs) => {
  expect(runsOf(text)).toStrictEqual(runs);
});
