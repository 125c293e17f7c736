import type { JsonObject, JsonValue } from "../json-value.ts";

/** Bodies are refused beyond this depth. An object that lies deeper came otherwise, and is taken whole. */
export const mergeDepthMax = 64;

/** The members that are there: undefined stands for what is not. */
export function membersOf(object: JsonObject): [string, JsonValue][] {
  return Object.entries(object).filter(([, value]) => value !== undefined);
}
