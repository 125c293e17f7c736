import { isJsonObject, type JsonObject, type JsonValue } from "../json-value.ts";
import { membersOf, mergeDepthMax } from "./json-members.ts";

/**
 * Objects are merged deeply; for everything else, including arrays and null, the value of `over` wins. Neither argument
 * is changed, and the result shares unmerged parts with them. Every key, including __proto__, is data.
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
  const isMerged = depth < mergeDepthMax && isJsonObject(base) && isJsonObject(over);
  return isMerged ? mergeAt(depth + 1, base, over) : over;
}
