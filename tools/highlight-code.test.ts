import { expect, test } from "vitest";
import { highlightCode } from "./highlight-code.ts";
import { renderMarkdown } from "./render-markdown.ts";

/** The colored parts, as kind and text. */
function partsOf(code: string, language: string): string[] {
  return highlightCode(code, language)
    .flat()
    .filter(({ kind }) => kind !== undefined)
    .map(({ kind, text }) => `${kind} ${text}`);
}

test.each<[string, string, string[]]>([
  [
    "sh",
    "export KEY=$(node -p 'x') # a comment\ncurl -H \"X: $KEY\" $API/items | weft load --json a#b",
    ["keyword export", "name KEY", "keyword node", "name -p", "string 'x'", "comment # a comment"].concat([
      ...["keyword curl", "name -H", 'string "X: $KEY"', "name $API", "keyword weft", "name --json"],
    ]),
  ],
  ["sh", "call() { curl -s; }", ["keyword curl", "name -s"]],
  [
    "json",
    '{"a": "b\\"c", "n": -1.5e3, "t": true}',
    ['name "a"', 'string "b\\"c"', 'name "n"', "number -1.5e3"].concat(['name "t"', "keyword true"]),
  ],
  [
    "ts",
    'const a: Item = `x` + 1; // "no"',
    ["keyword const", "name Item", "string `x`", "number 1", 'comment // "no"'],
  ],
  [
    "java",
    'var items = new Weft("k"); /* a\nb */',
    ["keyword var", "keyword new", "name Weft", 'string "k"', "comment /* a", "comment b */"],
  ],
  [
    "yaml",
    "HOST: 0.0.0.0 # all\nsize: 5\n- name: 'x'",
    ["name HOST", "comment # all", "name size", "number 5", "name name", "string 'x'"],
  ],
  ["sql", "SELECT 'it''s' from t -- why", ["keyword SELECT", "string 'it''s'", "keyword from", "comment -- why"]],
  [
    "http",
    'POST /api/items\nX-Api-Org: acme\n\n{"name": 1}',
    ["keyword POST", "name X-Api-Org", 'name "name"', "number 1"],
  ],
  ["ini", "[Unit]\nUser=weft\n# no", ["keyword [Unit]", "name User", "comment # no"]],
  ["xml", '<a b="c"/>', ["keyword <a", "name b", 'string "c"', "keyword />"]],
  ["console", "$ weft doctor\nok  $ 5", ["keyword $ weft doctor"]],
  ["text", '"not" colored 1', []],
  ["", "# not colored", []],
  ["cobol", "'not' colored", []],
])("code in %s is colored: %s", (language, code, parts) => {
  expect(partsOf(code, language)).toEqual(parts);
});

test.each(["sh", "json", "ts", "yaml", "text"])("no character of code in %s is lost", (language) => {
  const code = "a='b\nc' # d\n\n\t{\"e\": `f\n\n`} // g\n";

  const lines = highlightCode(code, language).map((tokens) => tokens.map(({ text }) => text).join(""));

  expect(lines.join("\n")).toBe(code);
});

test("a page names the languages of its code that cannot be colored", () => {
  const { unknownLanguages } = renderMarkdown("```sh\nls\n```\n\n```cobol x\ny\n```\n\n```\nz\n```\n", {
    addressOf: (href) => href,
    sizeOf: () => ({ width: 1, height: 1 }),
  });

  expect(unknownLanguages).toEqual(["cobol"]);
});
