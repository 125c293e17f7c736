import { describe, expect, test } from "vitest";
import { validateScript } from "./validate-script.ts";

describe("a script may be", () => {
  test.each([
    "",
    "return 1",
    "const { id } = event; for await (const x of []) {} return await entities.get(id)",
    "// just a comment",
    "class A { #a = 1; static { this.b = 2; } get a() { return this.#a; } }\nreturn new A().a ?? 1",
    "return [1, 2].map((x) => x ** 2).join() + `text`",
    "label: for (;;) { break label; }",
    "if (event.a) { return 1 } else if (event.b) { return 2 }\nfunction later() {}",
  ])("%s", (code) => {
    expect(validateScript(code)).toBeUndefined();
  });
});

describe("the first error is reported with its position", () => {
  test.each([
    ["return (1", "Unexpected token", 1, 10],
    ["let a = 1;\nlet b = @;", "Unexpected character '@'", 2, 9],
    ["let a;\nlet a;", "Identifier 'a' has already been declared", 2, 5],
    ["with (event) {}", "'with' in strict mode", 1, 1],
    ["import fs from 'fs'", "'import' and 'export' may appear only with 'sourceType: module'", 1, 1],
    ["return 1 }); (async () => {", "Unexpected token", 1, 10],
    ["#!/usr/bin/node", "Unexpected character '!'", 1, 2],
    ["return /(/", "Invalid regular expression: /(/: Unterminated group", 1, 9],
    ["yield 1", "The keyword 'yield' is reserved", 1, 1],
  ])("%s", (code, message, line, column) => {
    expect(validateScript(code)).toEqual({ message, line, column });
  });

  test("also if it is the length", () => {
    expect(validateScript(" ".repeat(65_537))?.message).toContain("the limit is 65536");
  });
});

describe("a source built to exhaust the parser is rejected quickly", () => {
  const fill = (part: (index: number) => string) => {
    let text = "";
    for (let index = 0; text.length < 65_000; index++) text += part(index);
    return text.slice(0, 65_536);
  };

  test.each([
    ...[
      "(",
      "[",
      "{",
      "!",
      "x=>",
      "x=>{",
      "(function(){",
      "a?",
      "1**",
      "1+",
      "class A extends ",
      "class A{a(){",
      "`${",
    ],
    ...["x={a:", "new ", "/(", "/(?:", "let [", "let {a:", "if(a);else ", "await ", "a(", "try{", "for(;;)", "<!--\n"],
    ...["\n-->", "class A{a=", "({get a(){return ", "async()=>", "[...", "(a=(", "static{", "import("],
  ])("%s", (part) => {
    const started = performance.now();

    const error = validateScript(part.startsWith("/") ? `/${fill(() => part.slice(1))}` : fill(() => part));

    expect(error).toBeDefined();
    expect(performance.now() - started).toBeLessThan(8_000);
  });

  test("also by names", () => {
    expect(validateScript(`let ${fill((index) => `a${index},`)}z`)?.message).toBe(
      "The script declares more than 2000 names",
    );
  });
});
