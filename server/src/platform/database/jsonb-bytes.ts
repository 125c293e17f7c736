/** JSON as a parameter of a statement: as text, or as the bytes that the database itself would send. */
export type JsonbParameter = string | Buffer;

// The binary form of jsonb is a version, which is 1, and the text.
const version = 1;

/** JSON that is kept and sent later: as bytes it needs no more reading. */
export function jsonbBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafe(1 + Buffer.byteLength(text));
  bytes[0] = version;
  bytes.write(text, 1);
  return bytes;
}
