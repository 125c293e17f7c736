/** A third of what the service takes as an address by default: each text may be looked for as name, as key and as id. */
const addressMax = 4_500;

/** Texts in lists that each fit into the address of a call. */
export function partsThatFit(texts: readonly string[]): string[][] {
  const parts: string[][] = [];
  let room = 0;
  for (const text of texts) {
    const length = encodeURIComponent(`"${text}",`).length;
    if (length > room) {
      parts.push([]);
      room = addressMax;
    }
    parts.at(-1)?.push(text);
    room -= length;
  }
  return parts;
}
