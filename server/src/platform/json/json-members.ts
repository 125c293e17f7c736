import type { JsonObject, JsonValue } from "../json-value.ts";

/** Bodies beyond this depth are rejected. Deeper objects come from other sources, and are replaced as a whole. */
export const mergeDepthMax = 64;

/** The existing members: undefined means absent. */
export function membersOf(object: JsonObject): [string, JsonValue][] {
  return Object.entries(object).filter(([, value]) => value !== undefined);
}
