import type { SourceFile } from "./list-files.ts";

/** A statement, or a part of one, on one line. Parameters and parts are ${…}, with their expression. */
export interface FoundStatement {
  readonly path: string;
  readonly text: string;
}

/** The sql and prepared templates of TypeScript files. A template within a template is a statement of its own. */
export function statementsOf(files: readonly SourceFile[]): FoundStatement[] {
  return files
    .filter(({ path }) => path.endsWith(".ts"))
    .flatMap(({ path, text }) => templatesOf(text).map((template) => ({ path, text: inOneLine(template) })));
}

/** The commands of migrations, with those in the bodies of functions. */
export function commandsOfMigrations(files: readonly SourceFile[], fromNumber: number): FoundStatement[] {
  return files
    .filter(({ path }) => Number(/^server\/migrations\/(\d{4})_/.exec(path)?.[1] ?? 0) >= fromNumber)
    .flatMap(({ path, text }) =>
      text
        .replace(/--.*$/gm, "")
        .split(";")
        .map((command) => ({ path, text: inOneLine(command) })),
    )
    .filter(({ text }) => text !== "");
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function templatesOf(source: string): string[] {
  return [...source.matchAll(/\b(?:sql|prepared)`/g)].map((start) => templateAt(source, start.index + start[0].length));
}

/** The template whose first character is at the index. Inner templates are left out of its expressions. */
function templateAt(source: string, begin: number): string {
  let text = "";
  for (let index = begin; index < source.length && source[index] !== "`"; index += 1) {
    if (source.startsWith("${", index)) {
      const end = endOfExpression(source, index + 2);
      text += source.slice(index, end).replace(/`[^`]*`/g, "``");
      index = end - 1;
    } else {
      index += source[index] === "\\" ? 1 : 0;
      text += source[index];
    }
  }
  return text;
}

/** The index after the closing brace of an expression in a template. */
function endOfExpression(source: string, begin: number): number {
  let depth = 1;
  let index = begin;
  for (; depth > 0 && index < source.length; index += 1) {
    if (source[index] === "`") {
      index += lengthOfTemplate(source, index + 1);
    } else {
      depth += Number(source[index] === "{") - Number(source[index] === "}");
    }
  }
  return index;
}

/** How many characters a template has from its first one to its closing backtick. */
function lengthOfTemplate(source: string, begin: number): number {
  let index = begin;
  while (index < source.length && source[index] !== "`") {
    index = source.startsWith("${", index) ? endOfExpression(source, index + 2) : index + 1;
  }
  return index - begin + 1;
}
