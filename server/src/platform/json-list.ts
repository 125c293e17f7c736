/** Values that are JSON already, as one list. */
export function jsonList(values: readonly string[]): string {
  return `[${values.join(",")}]`;
}

const [opening, comma, closing] = Buffer.from("[,]");

/**
 * The same as UTF-8, after so many bytes that are left free. Not by way of the joined text: a single wide character in
 * one of the values would make all of it wide.
 */
export function jsonListBytes(values: readonly string[], freeBytes = 0): Buffer {
  const length = values.reduce((sum, value) => sum + Buffer.byteLength(value), 0);
  const bytes = Buffer.allocUnsafe(freeBytes + length + Math.max(values.length - 1, 0) + 2);
  let at = bytes.writeUInt8(opening ?? 0, freeBytes);
  values.forEach((value, index) => {
    at = index === 0 ? at : bytes.writeUInt8(comma ?? 0, at);
    at += bytes.write(value, at);
  });
  bytes.writeUInt8(closing ?? 0, at);
  return bytes;
}
