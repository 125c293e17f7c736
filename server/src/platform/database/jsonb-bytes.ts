import { jsonListBytes } from "../json-list.ts";

/** JSON as a parameter of a statement: as text, or as the bytes that the database itself would send. */
export type JsonbParameter = string | Buffer;

// The binary form of jsonb is a version, which is 1, and the text.
const version = 1;

/** A list of JSON values that is kept and sent later: as bytes it needs no more reading. */
export function jsonbListBytes(values: readonly string[]): Buffer {
  const bytes = jsonListBytes(values, 1);
  bytes[0] = version;
  return bytes;
}
