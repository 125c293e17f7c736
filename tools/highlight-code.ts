/** What a part of a program is, and the class of its color. */
type TokenKind = "comment" | "string" | "number" | "keyword" | "name";

export interface Token {
  readonly kind: TokenKind | undefined;
  readonly text: string;
}

type Grammar = readonly (readonly [TokenKind, RegExp])[];

const doubleQuoted = /"(?:\\.|[^"\\])*"/;
const singleQuoted = /'(?:\\.|[^'\\\n])*'/;
const number = /\b\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?n?\b/;
const hashComment = /(?<![^\s])#[^\n]*/;

function words(text: string): RegExp {
  return new RegExp(`\\b(?:${text.split(" ").join("|")})\\b`);
}

const json: Grammar = [
  ["name", /"(?:\\.|[^"\\])*"(?=\s*:)/],
  ["string", doubleQuoted],
  ["number", /-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/],
  ["keyword", words("true false null")],
];

/** Languages with slashes for comments and braces for blocks differ in their keywords. */
function braces(keywords: string): Grammar {
  return [
    ["comment", /\/\/[^\n]*|\/\*[\s\S]*?\*\//],
    ["string", doubleQuoted],
    ["string", singleQuoted],
    ["string", /`(?:\\.|[^`\\])*`/],
    ["keyword", words(keywords)],
    ["name", /\b[A-Z]\w*\b/],
    ["number", number],
  ];
}

const script = braces(
  "as async await break case catch class const continue default delete do else export extends false finally for from function if import in instanceof interface let new null of return static switch throw true try type typeof undefined var while yield",
);

const shell: Grammar = [
  ["comment", hashComment],
  ["string", doubleQuoted],
  ["string", /'[^']*'/],
  ["name", /\$\{\w+[^}]*\}|\$\w+|(?<![\w$-])[A-Z_][A-Z\d_]*(?==)/],
  ["name", /(?<=\s)--?[A-Za-z][\w-]*/],
  ["keyword", words("if then else fi for in do done while until case esac export function return")],
  // The command: first in its line, or after what ends another one.
  ["keyword", /(?<=^[ \t]*|[|;&{]\s+|\$\(|\b(?:do|then|else|exec|sudo) )[a-z][\w.-]*(?=[\s;)]|$)/m],
];

const grammars: Readonly<Record<string, Grammar>> = {
  sh: shell,
  json,
  ts: script,
  js: script,
  java: braces(
    "abstract assert boolean break byte case catch char class continue default do double else enum extends false final finally float for if implements import instanceof int interface long new null package private protected public record return sealed short static super switch this throw throws true try var void while yield",
  ),
  yaml: [
    ["comment", hashComment],
    ["name", /(?<=^[ \t]*(?:- )*)[\w./-]+(?=:(?:\s|$))/m],
    ["string", doubleQuoted],
    ["string", singleQuoted],
    ["keyword", words("true false null")],
    ["number", /(?<=[\s[,])-?\d+(?:\.\d+)?(?=[\s\],]|$)/],
  ],
  sql: [
    ["comment", /--[^\n]*|\/\*[\s\S]*?\*\//],
    ["string", /'(?:''|[^'])*'/],
    [
      "keyword",
      /\b(?:add|all|alter|and|as|asc|between|by|cascade|create|delete|desc|distinct|drop|exists|false|from|grant|group|having|in|index|insert|into|is|join|left|like|limit|not|null|offset|on|or|order|primary|returning|right|role|schema|select|set|table|to|true|union|unique|update|user|using|values|where|with)\b/i,
    ],
    ["number", number],
  ],
  http: [
    ["keyword", /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|HTTP\/[\d.]+)\b/m],
    ["name", /^[A-Za-z][\w-]*(?=: )/m],
    ...json,
  ],
  ini: [
    ["comment", /^[#;][^\n]*/m],
    ["keyword", /^\[[^\]\n]+\]/m],
    ["name", /^[\w.-]+(?=\s*=)/m],
  ],
  nginx: [
    ["comment", hashComment],
    ["keyword", /(?<=^[ \t]*)[a-z_]+(?=[\s;])/m],
    ["string", doubleQuoted],
    ["name", /\$\w+/],
  ],
  dockerfile: [
    ["comment", /^#[^\n]*/m],
    ["keyword", /^[A-Z]+(?=\s)/m],
    ["string", doubleQuoted],
    ["name", /\$\{?\w+\}?|(?<=\s)--[\w-]+/],
  ],
  xml: [
    ["comment", /<!--[\s\S]*?-->/],
    ["keyword", /<[/?]?[\w.:-]+|[/?]?>/],
    ["name", /(?<=\s)[\w.:-]+(?==)/],
    ["string", doubleQuoted],
  ],
  // A command after its prompt, and what it prints.
  console: [["keyword", /^\$ [^\n]*/m]],
  text: [],
};

/** Output and diagrams are aligned by their columns, so they scroll where code wraps. */
export function isAligned(language: string): boolean {
  return language === "text" || language === "console" || language === "";
}

export const knownLanguages: readonly string[] = Object.keys(grammars);

/** The lines of a program, each as its tokens. In an unknown language nothing is colored. */
export function highlightCode(code: string, language: string): Token[][] {
  const grammar = grammars[language] ?? [];
  const lines: Token[][] = [[]];
  for (const { kind, text } of tokenize(code, grammar)) {
    const [first = "", ...others] = text.split("\n");
    const put = (part: string) => part !== "" && lines.at(-1)?.push({ kind, text: part });
    put(first);
    for (const other of others) {
      lines.push([]);
      put(other);
    }
  }
  return lines;
}

/** At each place the first rule that matches wins; text that none matches has no kind. */
function* tokenize(code: string, grammar: Grammar): Generator<Token> {
  if (grammar.length === 0) {
    yield { kind: undefined, text: code };
    return;
  }
  const flags = grammar.some(([, rule]) => rule.ignoreCase) ? "gmi" : "gm";
  const pattern = new RegExp(grammar.map(([, { source }]) => `(${source})`).join("|"), flags);
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    if (match.index > end) {
      yield { kind: undefined, text: code.slice(end, match.index) };
    }
    const place = match.slice(1).findIndex((group) => group !== undefined);
    yield { kind: grammar[place]?.[0], text: match[0] };
    end = match.index + match[0].length;
  }
  if (end < code.length) {
    yield { kind: undefined, text: code.slice(end) };
  }
}
