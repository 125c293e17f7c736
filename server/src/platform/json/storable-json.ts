import type { JsonValue } from "../json-value.ts";

const depthMax = 64;

/**
 * An external value in a form that PostgreSQL can store: without NUL and lone surrogates, and no deeper than any
 * request body. Deeper parts are cut off.
 */
export function storableJson(value: JsonValue, depth = 0): JsonValue {
  if (typeof value === "string") {
    return storableText(value);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  if (depth >= depthMax) {
    return null;
  }
  if (Array.isArray(value)) {
    return value.map((item: JsonValue) => storableJson(item, depth + 1));
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [storableText(key), storableJson(member, depth + 1)]),
  );
}

// NUL, and lone surrogates.
const unstorable = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function storableText(text: string): string {
  return text.replaceAll(unstorable, "\ufffd");
}
