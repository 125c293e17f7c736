import { NearestName } from "../../closest-name.ts";
import { isJsonObject, type JsonValue } from "../../json-value.ts";
import type { NameInBraces, NameResolver } from "./name-resolver.ts";

const word = "[\\p{L}\\p{N}_$][\\p{L}\\p{N}\\p{M}_$]*";
const step = `${word}(?:[ -]${word})*`;
const path = `${step}(?:\\.${step}|\\[\\d+\\]|\\["[^"\\\\]*"\\]|\\['[^'\\\\]*'\\])*`;
const pathInBraces = new RegExp(`[ ]*(${path})[ ]*\\}`, "uy");
const wholePath = new RegExp(`^${path}$`, "u");
const steps = /\[(\d+)\]|\["([^"]*)"\]|\['([^']*)'\]|([^.[\]]+)/g;

/**
 * Paths into a JSON document: {newData.items[0].name}, {headers.content-type}, {tasks.Send mail.output}. A missing
 * segment yields undefined and never an error. If the first segments are given, any other one is an unknown name.
 */
export function documentPaths(roots?: readonly string[]): NameResolver<JsonValue> {
  const known = roots === undefined ? undefined : new Set(roots);
  const nearest = new NearestName(roots ?? []);
  const has = (name: string) => wholePath.test(name) && (known?.has(stepsOf(name)[0] ?? "") ?? true);
  return {
    holdsObjects: true,
    has,
    nameAt: (source, offset) => pathAt(source, offset, has),
    closest: (name) => closestPath(name, nearest),
    reader: (name) => {
      if (!has(name)) return undefined;
      const keys = stepsOf(name);
      return (document) => walk(document, keys);
    },
  };
}

function pathAt(source: string, offset: number, has: (name: string) => boolean): NameInBraces | undefined {
  pathInBraces.lastIndex = offset;
  const name = pathInBraces.exec(source)?.[1];
  return name !== undefined && has(name) ? { name, end: pathInBraces.lastIndex } : undefined;
}

function stepsOf(name: string): string[] {
  return Array.from(
    name.matchAll(steps),
    ([, index, double, single, plain]) => index ?? double ?? single ?? plain ?? "",
  );
}

function closestPath(name: string, nearest: NearestName): string | undefined {
  const first = stepsOf(name)[0] ?? "";
  const root = nearest.find(first);
  return root === undefined ? undefined : name.replace(first, () => root);
}

function walk(document: JsonValue, keys: readonly string[]): JsonValue {
  let value = document;
  for (const key of keys) {
    if (value === null || value === undefined) return undefined;
    value = stepInto(value, key);
  }
  return value;
}

function stepInto(value: JsonValue, key: string): JsonValue {
  if (typeof value === "string") return key === "length" ? value.length : undefined;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return isJsonObject(value) ? value[key] : itemOf(value, key);
}

function itemOf(list: readonly JsonValue[], key: string): JsonValue {
  return key === "length" ? list.length : list[Number(key)];
}
