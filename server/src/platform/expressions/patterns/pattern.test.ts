import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { beginTorture } from "../../../testing/torture.ts";
import { compileExpression } from "../compiling/compile-expression.ts";
import { Fuel } from "../fuel.ts";
import { columnNames } from "../names/column-names.ts";
import { type RandomPattern, randomPattern, texts, textsWithoutOddLineEnds } from "../testing/random-pattern.ts";
import { Pattern } from "./pattern.ts";
import { PatternError } from "./pattern-reader.ts";

const torture = beginTorture("random patterns");
const runs = torture.runs(500, 125);
const runCount = runs.numRuns;

interface Found {
  readonly start: number;
  readonly text: string;
  readonly groups: readonly (string | undefined)[] | "not compared";
}

function findByEngine({ text, repeatsGroup }: RandomPattern, flags: string, searched: string): Found | undefined {
  const match = new Pattern(text, flags).search(searched, new Fuel()).find(0);
  if (match === undefined) return undefined;
  const { start, end, groups } = match;
  return { start, text: searched.slice(start, end), groups: repeatsGroup ? "not compared" : groups };
}

function findByV8({ text, repeatsGroup }: RandomPattern, flags: string, searched: string): Found | undefined {
  const match = new RegExp(text, flags).exec(searched);
  if (match === null) return undefined;
  return { start: match.index, text: match[0], groups: repeatsGroup ? "not compared" : match.slice(1) };
}

describe("a random pattern matches what V8 matches", { timeout: torture.times(60_000) }, () => {
  const seen = { same: 0, found: 0 };
  afterAll(() => torture.verdict(`${seen.same} patterns find what V8 finds, ${seen.found} of them something`));

  test.each([
    ["", texts],
    ["i", texts],
    ["s", texts],
    ["is", texts],
    ["m", textsWithoutOddLineEnds],
    ["im", textsWithoutOddLineEnds],
  ])("with the flags %j", (flags, searchedTexts) => {
    let foundCount = 0;

    fc.assert(
      fc.property(randomPattern, searchedTexts, (pattern, searched) => {
        const expected = findByV8(pattern, flags, searched);
        const fuel = new Fuel();
        foundCount += expected === undefined ? 0 : 1;

        expect(findByEngine(pattern, flags, searched)).toEqual(expected);
        expect(new Pattern(pattern.text, flags).test(searched, fuel)).toBe(expected !== undefined);
      }),
      runs,
    );

    expect(foundCount).toBeGreaterThan(runCount / 5);
    seen.same += runCount;
    seen.found += foundCount;
  });
});

describe("every match is the same as in V8", { timeout: torture.times(60_000) }, () => {
  test.each(["g", "gi", "gs", "gu"])("with the flags %j, by replace, match, split and search", (flags) => {
    const column = columnNames(["text"]);

    fc.assert(
      fc.property(randomPattern, texts, ({ text: pattern, repeatsGroup }, text) => {
        fc.pre(!(flags.includes("u") && /\\-/.test(pattern)));
        const regex = `/${pattern}/${flags}`;
        const split = repeatsGroup ? "''" : `{text}.split(${regex})`;
        const source = `[{text}.replace(${regex}, '<$&>'), {text}.match(${regex}), {text}.search(${regex}), ${split}]`;
        const expression = new RegExp(pattern, flags);
        const expected = [
          text.replace(expression, "<$&>"),
          text.match(expression),
          text.search(expression),
          repeatsGroup ? "" : text.split(expression).map((part) => part ?? null),
        ];

        expect(compileExpression(source, column).evaluate([text])).toEqual(expected);
      }),
      runs,
    );
  });
});

describe("a pattern means the same in RE2 as in JavaScript", () => {
  test.each([
    ["\\A", "A", true],
    ["\\z", "z", true],
    ["\\Qa.c\\E", "Qa.cE", true],
    ["\\a", "a", true],
    ["\\pL", "pL", true],
    ["[[:alpha:]]", "a]", true],
    ["[[:alpha:]]", "b", false],
    ["x{,2}", "x{,2}", true],
    ["a{b", "a{b", true],
    ["{}", "{}", true],
    ["]", "]", true],
    ["[]", "a", false],
    ["[^]", "\n", true],
    ["(?<größe>\\d)", "4", true],
    ["\\u{2}", "uu", true],
    ["[\\d-z]", "-", true],
    ["\\ud83d\\ude00", "😀", true],
    ["^.$", "😀", true],
    ["[😀-😂]", "😁", true],
    ["a$", "a\n", false],
    [".", "\r", false],
    ["k", "\u212a", false],
  ])("/%s/ on %j: %s", (pattern, text, matches) => {
    expect(new Pattern(pattern, "").test(text, new Fuel())).toBe(matches);
  });

  test.each([
    ["k", "i", "\u212a", false],
    ["\\w", "i", "ſ", false],
    ["σ", "i", "ς", true],
    ["ß", "i", "ẞ", false],
    ["[^a]", "i", "A", false],
    ["\\W", "i", "k", false],
    ["\\u{1f600}", "u", "😀", true],
    ["\\p{Lu}", "u", "É", true],
    ["[\\p{Script=Greek}_]+", "u", "σ", true],
    ["[^\\P{L}1]", "u", "a", true],
  ])("/%s/%s on %j: %s", (pattern, flags, text, matches) => {
    expect(new RegExp(pattern, flags).test(text)).toBe(matches);
    expect(new Pattern(pattern, flags).test(text, new Fuel())).toBe(matches);
  });
});

describe("a pattern differs from JavaScript, as documented in the decision, where", () => {
  test.each([
    ["a repeated group takes no part in the last turn", /(?:(a)|b)*/, "ab", { start: 0, end: 2, groups: ["a"] }],
    ["what is repeated may be empty", /(|a)*/, "aa", { start: 0, end: 0, groups: [""] }],
    ["a line ends with something else than a line feed", /a$/m, "a\rb", undefined],
    ["a character has two halves", /^.$/, "😀", { start: 0, end: 2, groups: [] }],
    ["i and u meet the Kelvin sign", /k/iu, "\u212a", undefined],
  ])("%s", (_, pattern, text, match) => {
    const byV8 = pattern.exec(text);

    const found = new Pattern(pattern.source, pattern.flags).search(text, new Fuel()).find(0);

    expect(found).toEqual(match);
    expect(found && [found.start, text.slice(found.start, found.end), ...found.groups]).not.toEqual(
      byV8 && [byV8.index, ...byV8],
    );
  });
});

describe("a pattern is rejected", () => {
  test.each([
    ["that looks ahead", "a(?=b)", "", 2],
    ["that looks behind", "(?<=a)b", "", 1],
    ["with a backreference", "(a)\\1", "", 5],
    ["with a backreference by name", "(?<n>a)\\k<n>", "", 9],
    ["with the flag y", "a", "y", 0],
    ["with a property and the flag i", "\\p{L}", "iu", 1],
    ["with a property that RE2 does not know", "\\p{ID_Start}", "u", 0],
    ["with a property of another kind", "a\\p{Script_Extensions=Greek}", "u", 2],
    ["with an octal escape", "\\012", "", 2],
    ["that repeats too often", "(a{1,1000}){1,1000}", "", 10],
    ["that repeats much in many places", "a{300}b{300}c{300}d{300}", "", 24],
    ["that counts beyond all measure", "a{99999999999999999999}", "", 23],
  ])("%s", (_, pattern, flags, offset) => {
    const compile = () => new Pattern(pattern, flags);

    expect(compile).toThrow(PatternError);
    expect(compile).toThrow(expect.objectContaining({ offset }));
  });
});

describe("the cost of a search is bounded", () => {
  test.each([
    ["a find that always looks to the end", "a*?b|a", "a".repeat(20_000)],
    ["a long text", "x", "a".repeat(3_000_000)],
    ["matches of nothing", "(?:)", "a".repeat(60_000)],
  ])("%s", (_, pattern, text) => {
    const source = `{text}.replace(/${pattern}/g, '-').length`;
    const started = performance.now();

    expect(() => compileExpression(source, columnNames(["text"])).evaluate([text])).toThrow(
      /more than 262144|longer than/,
    );
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test("a long description can be cleaned up", () => {
    const text = "word  and   word, ".repeat(1500);

    const tidied = compileExpression("{text}.replace(/\\s+/g, ' ').length", columnNames(["text"])).evaluate([text]);

    expect(tidied).toBe(text.replace(/\s+/g, " ").length);
  });
});
