/** A third of the service's default URL limit: each text may be searched as name, as key and as id. */
const addressMax = 4_500;

/** Splits texts into lists that each fit into a URL. */
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
