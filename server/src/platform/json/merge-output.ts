import { isJsonObject, type JsonObject, type JsonValue, jsonDepthMax } from "../json-value.ts";

interface OutputMerge {
  readonly own: JsonObject;
  readonly ownSource: string;
  readonly addition: JsonObject;
  readonly additionSource: string;
  /** From earlier merges: the sources of the leaves of `own`. Others came from `ownSource`. */
  readonly sources: Readonly<Record<string, string>>;
}

export interface MergedOutput {
  readonly output: JsonObject;
  /** By the JSON pointer of each leaf; arrays and empty objects are leaves. */
  readonly outputSources: Record<string, string>;
}

/** The addition's values win: the reporter of a result knows it better than the task that waited for it. */
export function mergeOutput({ own, ownSource, addition, additionSource, sources }: OutputMerge): MergedOutput {
  const output = deepMerge(own, addition);
  const added = new Set(leafPointers(addition));
  // A leaf of both comes from the addition: its empty object keeps the members of a non-empty one, which is not a leaf.
  const sourceOf = (pointer: string) => (added.has(pointer) ? additionSource : (sources[pointer] ?? ownSource));
  return {
    output,
    outputSources: Object.fromEntries(leafPointers(output).map((pointer) => [pointer, sourceOf(pointer)])),
  };
}

/** An output without members has no leaves: it has no key itself. */
function leafPointers(object: JsonObject): string[] {
  return membersOf(object).flatMap(([key, value]) => pointersAt(1, pointerStep(key), value));
}

function pointersAt(depth: number, pointer: string, value: JsonValue): string[] {
  const members = depth < jsonDepthMax && isJsonObject(value) ? membersOf(value) : [];
  return members.length === 0
    ? [pointer]
    : members.flatMap(([key, member]) => pointersAt(depth + 1, pointer + pointerStep(key), member));
}

/** One segment of a JSON pointer (RFC 6901). */
export function pointerStep(key: string): string {
  return `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/**
 * Objects are merged deeply; for everything else, including arrays and null, the value of `over` wins. Neither argument
 * is changed, objects below jsonDepthMax are replaced as a whole, and the result shares unmerged parts with them. Every key, including __proto__, is data.
 */
export function deepMerge(base: JsonObject, over: JsonObject): JsonObject {
  return mergeAt(1, base, over);
}

function mergeAt(depth: number, base: JsonObject, over: JsonObject): JsonObject {
  const merged = new Map(membersOf(base));
  for (const [key, value] of membersOf(over)) {
    merged.set(key, mergeValue(depth, merged.get(key), value));
  }
  // Unlike an assignment, fromEntries creates a member __proto__.
  return Object.fromEntries(merged);
}

function mergeValue(depth: number, base: JsonValue, over: JsonValue): JsonValue {
  const isMerged = depth < jsonDepthMax && isJsonObject(base) && isJsonObject(over);
  return isMerged ? mergeAt(depth + 1, base, over) : over;
}

/** The existing members: undefined means absent. */
function membersOf(object: JsonObject): [string, JsonValue][] {
  return Object.entries(object).filter(([, value]) => value !== undefined);
}
