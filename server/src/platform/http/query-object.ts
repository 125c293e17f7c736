import { isObject } from "../json-value.ts";
import { Problem } from "../problem.ts";
import { parseJsurl } from "./jsurl.ts";
import { readJson } from "./read-json.ts";
import { TextError } from "./text-error.ts";

const depthMax = 32;

/** An object that the parameter accepts, for error messages. Its keys and texts are words. */
export type ExampleObject = Readonly<Record<string, string>>;

/** Parses a query parameter, percent-decoded once, that contains an object in jsurl or JSON. */
export function parseQueryObject(name: string, text: string, example: ExampleObject): Record<string, unknown> {
  const refused = (reason: string) => notAnObject(name, reason, example);
  const value = parseByFirstCharacter(text, refused);
  if (!isObject(value)) throw refused("It is another kind of value");
  return value;
}

function parseByFirstCharacter(text: string, refused: (reason: string) => Problem): unknown {
  try {
    if (text.startsWith("~")) return parseJsurl(text);
    if (text.startsWith("{")) return readJson(text, { depthMax: depthMax, keys: "quoted-or-bare" });
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    throw refused(`${error.reason} (character ${error.offset + 1} of the decoded value)`);
  }
  throw refused('It starts with neither "~" nor "{"');
}

function notAnObject(name: string, reason: string, example: ExampleObject): Problem {
  const members = Object.entries(example).map(([key, value]) => `${key}~'${value}`);
  const json = encodeURIComponent(JSON.stringify(example));
  const forms = `as jsurl, ${name}=~(${members.join("~")}), or as URL-encoded JSON, ${name}=${json}`;
  return new Problem("invalid-query-object", `The parameter ${name} is not an object. ${reason}. Write it ${forms}.`);
}
