/** A JSON value. Undefined means absent. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

export type JsonObject = { readonly [key: string]: JsonValue };

/** The nesting of JSON from all sources but bodies, for which WEFT_JSON_DEPTH_MAX sets it; this is its default. */
export const jsonDepthMax = 64;

/** Array.isArray does not narrow a readonly array. */
export function isJsonObject(value: JsonValue): value is JsonObject {
  return isObject(value);
}

/** Neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text that is the same for equal values: the order of an object's keys does not count. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, withSortedKeys);
}

function withSortedKeys(_key: string, value: unknown): unknown {
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value;
}
