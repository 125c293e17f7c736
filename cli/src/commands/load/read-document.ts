import { readFile } from "node:fs/promises";
import { ApiError } from "@weft/client";
import { type Document, isCollection, isMap, isNode, LineCounter, parseDocument } from "yaml";
import { CliError } from "../../frame/cli-error.ts";
import type { Context } from "../../frame/context.ts";
import { exitCodes } from "../../frame/exit-codes.ts";

/** A file with an object in YAML or JSON, and the lines of its parts. */
export interface SourceDocument<Shape> {
  /** As passed by the user. */
  readonly name: string;
  /** The service validates its shape. */
  readonly value: Shape;
  /** The line of a part by its JSON pointer, such as #/tasks/0/name; of its parent if it is missing. */
  lineOf(pointer: string): number | undefined;
}

/** Reads a document; - is standard input. */
export async function readDocument<Shape extends object>(
  context: Context,
  path: string,
): Promise<SourceDocument<Shape>> {
  const isInput = path === "-";
  const text = isInput ? await context.terminal.readInput() : await readFile(path, "utf8");
  return parseSource(isInput ? "standard input" : path, text);
}

/** JSON is a subset of YAML. */
export function parseSource<Shape extends object>(name: string, text: string): SourceDocument<Shape> {
  const lines = new LineCounter();
  const document = parseDocument(text, { schema: "core", lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0]);
    throw errorOf(`${name}, line ${line}, column ${col}: ${error.message}`, "Fix the file: it must be YAML or JSON.");
  }
  if (!isMap(document.contents)) {
    throw errorOf(`${name} does not contain an object.`, "Check the file name.");
  }
  return { name, value: plainValue(name, document), lineOf: (pointer) => lineOf(document, lines, pointer) };
}

function plainValue<Shape>(name: string, document: Document): Shape {
  try {
    // Aliases could expand without limit.
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw errorOf(`${name}: ${error instanceof Error ? error.message : String(error)}`, "Fix the YAML aliases.");
  }
}

function errorOf(message: string, next: string): CliError {
  return new CliError(message, { next, exitCode: exitCodes.invalid });
}

function lineOf(document: Document, lines: LineCounter, pointer: string): number | undefined {
  const path = pointer
    .split("/")
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"));
  let line: number | undefined;
  let node: unknown = document.contents;
  for (const part of path) {
    if (!isCollection(node)) break;
    const key = isMap(node) ? node.items.find((pair) => keyText(pair.key) === part)?.key : undefined;
    const value = node.get(isMap(node) ? part : Number(part), true);
    const place = isNode(key) ? key : value;
    if (!isNode(place) || !place.range) break;
    line = lines.linePos(place.range[0]).line;
    node = value;
  }
  return line;
}

function keyText(key: unknown): string {
  return isNode(key) ? String(key) : "";
}

/** Makes a request with the document; adds lines to the validation errors of the service. */
export async function withLines<Result>(
  document: SourceDocument<unknown>,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem.errors === undefined) throw error;
    const errors = error.problem.errors.map((error) => {
      const line = document.lineOf(error.pointer);
      return line === undefined ? error : { ...error, detail: `${error.detail} (${document.name}, line ${line})` };
    });
    throw new ApiError({ ...error.problem, errors }, { headers: error.headers, cause: error });
  }
}
