import { toJsurl } from "./jsurl.ts";

/** A nested query in a URL: an object, which is sent as jsurl, or a text, which is sent unchanged. */
export type QueryObject = string | Readonly<Record<string, unknown>>;

/** The order of a list: an object or several, which are sent as jsurl, or a text, which is sent unchanged. */
export type QueryOrder = QueryObject | readonly Readonly<Record<string, unknown>>[];

/** Names, comma-separated or as a list. */
export type QueryNames = string | readonly string[];

export type QueryValue = number | boolean | QueryNames | QueryOrder | undefined;

/** The query part of a URL, empty or with its question mark. */
export function writeQuery(query: Readonly<Record<string, QueryValue>>): string {
  const pairs = Object.entries(query)
    .filter((pair): pair is [string, Exclude<QueryValue, undefined>] => pair[1] !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(writeValue(value))}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

function writeValue(value: Exclude<QueryValue, undefined>): string {
  if (isNames(value)) {
    return value.join(",");
  }
  return typeof value === "object" ? toJsurl(value) : String(value);
}

function isNames(value: QueryValue): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
