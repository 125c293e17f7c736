import ts from "typescript";
import type { SourceFile } from "./list-files.ts";

/** Where a text is: shown by the product, in a guide, in a comment, in a test (its title, other texts), or a name. */
type Scope = "text" | "guide" | "comment" | "title" | "label" | "name";

type TemplatePart = ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail;

interface Word {
  readonly pattern: RegExp;
  readonly scopes: readonly Scope[];
  /** What to write instead. */
  readonly better: string;
  /** Files that may contain it. */
  readonly exempt?: RegExp;
}

export interface Found {
  readonly path: string;
  readonly line: number;
  readonly scope: Scope;
  readonly text: string;
}

const prose = ["text", "guide", "comment", "title", "label"] as const;

/** Words that technical English does not use, or not in this sense. Identifiers have patterns of their own. */
export const words: Readonly<Record<string, Word>> = {
  mend: { pattern: /\b[Mm]end(s|ed|ing)?\b/, scopes: prose, better: "fix, correct" },
  anew: { pattern: /\banew\b/, scopes: prose, better: "again" },
  rehearse: { pattern: /\b[Rr]ehears/, scopes: prose, better: "dry run, plan" },
  tell: { pattern: /\b([Tt]old|[Tt]ells?)\b/, scopes: prose, better: "report, notify, send, show" },
  somebody: {
    pattern: /\b([Ss]ome|[Nn]o|[Aa]ny|[Ee]very)body\b|\b[Ww]hoever\b/,
    scopes: ["text", "guide", "comment", "title"],
    better: "you, another user, the caller, a worker",
    // "nobody" is the name of an account there.
    exempt: /postgres-account\.ts$/,
  },
  "go on": { pattern: /\b(go|goes|went) on\b/, scopes: prose, better: "continue" },
  "left out": { pattern: /\bLeft (out|empty)\b/, scopes: ["text", "guide", "comment"], better: "Default: …" },
  "under way": { pattern: /\bunder way\b/, scopes: prose, better: "in progress, running" },
  "give back": {
    pattern: /\b(take[sn]?|took|give[sn]?|gave) (it |them )?back\b/,
    scopes: prose,
    better: "undo, release, return",
  },
  "become of": {
    pattern: /\b(bec(ame|omes?)|c(ame|omes?)) of (it|each|the)\b|\b[Hh]ow it stands\b|\bstands? there\b/,
    scopes: prose,
    better: "result, status",
  },
  "is no": {
    pattern: /(?<!\b[Tt]here )\b(is|are|was) no (?!longer\b|one\b|more\b)[a-z]/,
    scopes: prose,
    better: "is not a",
  },
  "time-out": {
    pattern: /\b[Tt]ime-out|\bfor ever\b|\bat hand\b|\bin words\b/,
    scopes: prose,
    better: "timeout, forever, available, as text",
  },
  "no such": {
    pattern: /\bNo such\b|^To the [a-z ]+$|\bActs( on\b|$)|\bOther words\b|\bFederated id\b|\b[Oo]wn key\b/,
    scopes: ["text"],
    better: "No matching …, Go to …, Actions, External ID",
  },
  "in vain": {
    pattern: /\bin vain\b|\bjust so\b|\bthe right form\b/,
    scopes: prose,
    better: "failed, exactly, well-formed",
  },
  spelling: {
    pattern: /\b([Cc]olour|[Ll]icence|[Bb]ehaviour|[Cc]ancell(ed|ing)|[Cc]atalogue)/,
    scopes: ["guide", "comment", "title"],
    better: "American spelling",
    // Columns of a file may have either.
    exempt: /name-hints\.ts$/,
  },
  fault: {
    pattern: /\b[Ff]aults?\b/,
    scopes: ["text", "guide"],
    better: "error, failure, issue",
    exempt: /doctor|docs\/operating\.md$/,
  },
  "name: tell": {
    pattern: /(^t|T)(old|ell(s|er|ing)?)(?![a-z])|[uU]ntold/,
    scopes: ["name"],
    better: "report, notify",
  },
  "name: rehearse": {
    pattern: /(^r|R)ehears|[wW]orded|AtHand|(^h|H)eard|(^c|C)ourse(?![a-z])/,
    scopes: ["name"],
    better: "dryRun, serialized, context, received, processState",
  },
  "name: wish": { pattern: /[wW]ish(es|ed)?(?![a-z])/, scopes: ["name"], better: "input" },
  "name: fault": {
    // RequestFault is the name of a schema of the API.
    pattern: /(^f|(?<!^[Rr]equest)F)ault(s|y)?(?![a-z])/,
    scopes: ["name"],
    better: "error, failure, issue",
    exempt: /doctor|server\/src\/main/,
  },
  "name: words": { pattern: /Words$/, scopes: ["name"], better: "format…" },
  "name: judge": {
    pattern: /[dD]oom|(^j|J)udge|(^c|C)rew(?![a-z])|[uU]nderWay/,
    scopes: ["name"],
    better: "markForDeletion, evaluate, workerContext, inProgress",
  },
  "name: mend": {
    pattern: /(^m|M)end(ing)?(?![a-z])|((^t|T)ake|(^g|G)ive)Back(?![a-z])|InVain|[sS]uffer/,
    scopes: ["name"],
    better: "correct, undo, release, fail",
  },
  "name: time-out": {
    // The verb, as in timeOutTask, is two words.
    pattern: /(?<!^)TimeOut|^timeOuts/,
    scopes: ["name"],
    better: "timeout",
  },
  "name: act": { pattern: /Acts(?![a-z])|ActItem|ConfirmAct/, scopes: ["name"], better: "actions, ConfirmDialog" },
};

/** The uses of one word in the files. */
export function findWord(name: string, texts: readonly Found[]): Found[] {
  const word = words[name];
  if (word === undefined) {
    throw new Error(`Unknown word: ${name}.`);
  }
  return texts.filter(
    ({ scope, path, text }) => word.scopes.includes(scope) && !word.exempt?.test(path) && word.pattern.test(text),
  );
}

/** Each text of the files that a person reads, with its scope. */
export function textsOf(files: readonly SourceFile[]): Found[] {
  return files.flatMap((file) => (file.path.endsWith(".md") ? guideTexts(file) : codeTexts(file)));
}

/** Line by line, without code. */
function guideTexts({ path, text }: SourceFile): Found[] {
  let isCode = false;
  return text.split("\n").flatMap((line, index): Found[] => {
    if (/^\s*```/.test(line)) {
      isCode = !isCode;
      return [];
    }
    return isCode ? [] : [{ path, line: index + 1, scope: "guide", text: line.replaceAll(/`[^`]*`/g, "`…`") }];
  });
}

function codeTexts({ path, text }: SourceFile): Found[] {
  const kind = path.endsWith(".tsx") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const found: Found[] = [{ path, line: 1, scope: "name", text: camelCaseName(path) }];
  const add = (scope: Scope, node: ts.Node, content: string) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
    found.push({ path, line: line + 1, scope, text: content });
  };
  const isProduct = /^(contract|server|client|cli|console)\/src\//.test(path) && !/\.test\.|\/testing\//.test(path);
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      add("name", node, node.text.replace("#", ""));
    } else if (isTextOfTitle(node)) {
      add("title", node, node.text);
    } else if (isProse(node) && /[a-z] |^[A-Z][a-z]+$/.test(node.text)) {
      add(isProduct ? "text" : "label", node, node.text.trim());
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return [...found, ...commentsOf(path, text, tree)];
}

/** timeoutTasks for timeout-tasks.test.ts: file names follow the rules of identifiers. */
function camelCaseName(path: string): string {
  const [name = ""] = path.slice(path.lastIndexOf("/") + 1).split(".");
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A text that is neither SQL nor the name of a module. */
function isProse(node: ts.Node): node is ts.StringLiteralLike | ts.JsxText | TemplatePart {
  const template = isTemplatePart(node) ? (ts.isTemplateHead(node) ? node.parent : node.parent.parent) : node;
  const isText = ts.isStringLiteralLike(node) || ts.isJsxText(node) || isTemplatePart(node);
  const { parent } = template;
  return isText && !ts.isTaggedTemplateExpression(parent) && !ts.isImportDeclaration(parent);
}

function isTemplatePart(node: ts.Node): node is TemplatePart {
  return ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
}

/** The first argument of test(…), describe(…) and test.each(…)(…). */
function isTextOfTitle(node: ts.Node): node is ts.StringLiteralLike {
  const call = node.parent;
  return (
    ts.isStringLiteralLike(node) &&
    call !== undefined &&
    ts.isCallExpression(call) &&
    call.arguments[0] === node &&
    /^(test|describe)\b/.test(call.expression.getText())
  );
}

function commentsOf(path: string, text: string, tree: ts.SourceFile): Found[] {
  const starts = new Map<number, ts.CommentRange>();
  const collect = (node: ts.Node): void => {
    for (const range of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) starts.set(range.pos, range);
    for (const range of ts.getTrailingCommentRanges(text, node.getEnd()) ?? []) starts.set(range.pos, range);
    // With the tokens: a comment in an empty block precedes its closing brace.
    node.getChildren(tree).forEach(collect);
  };
  collect(tree);
  return [...starts.values()].flatMap(({ pos, end }) => {
    const { line } = tree.getLineAndCharacterOfPosition(pos);
    return text
      .slice(pos, end)
      .split("\n")
      .map((part, index): Found => ({ path, line: line + 1 + index, scope: "comment", text: part }));
  });
}
