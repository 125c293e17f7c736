import type { BytePage } from "../byte-page.ts";

/** JSON as a parameter of a statement: as text, or in the database's binary format. */
export type JsonbParameter = string | Buffer;

// The binary format of jsonb is a version, which is 1, and the text.
const version = 1;

/** A list of JSON values to send later: as bytes it needs no further encoding. */
export function writeJsonbList(page: BytePage, values: readonly string[]): void {
  page.writeByte(version);
  page.writeJsonList(values);
}
