import type { BytePage } from "../byte-page.ts";

/** JSON as a parameter of a statement: as text, or as the bytes that the database itself would send. */
export type JsonbParameter = string | Buffer;

// The binary form of jsonb is a version, which is 1, and the text.
const version = 1;

/** A list of JSON values that is kept and sent later: as bytes it needs no more reading. */
export function writeJsonbList(page: BytePage, values: readonly string[]): void {
  page.writeByte(version);
  page.writeJsonList(values);
}
