import { isObject } from "../json-value.ts";
import { Problem } from "../problem.ts";
import { parseJsurl } from "./jsurl.ts";
import { readJson } from "./read-json.ts";
import { TextError } from "./text-error.ts";

const depthMax = 32;

/** Parses a query parameter, percent-decoded once, that contains an object in jsurl or JSON. */
export function parseQueryObject(name: string, text: string): Record<string, unknown> {
  const value = parseByFirstCharacter(name, text);
  if (!isObject(value)) throw notAnObject(name, "It is another kind of value");
  return value;
}

function parseByFirstCharacter(name: string, text: string): unknown {
  try {
    if (text.startsWith("~")) return parseJsurl(text);
    if (text.startsWith("{")) return readJson(text, { depthMax: depthMax, keys: "quoted-or-bare" });
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    throw notAnObject(name, `${error.reason} (character ${error.offset + 1} of the decoded value)`);
  }
  throw notAnObject(name, 'It starts with neither "~" nor "{"');
}

function notAnObject(name: string, reason: string): Problem {
  const forms = `as jsurl, ${name}=~(entityType~'item), or as URL-encoded JSON, ${name}=%7B%22entityType%22%3A%22item%22%7D`;
  return new Problem("invalid-query-object", `The parameter ${name} is not an object. ${reason}. Write it ${forms}.`);
}
