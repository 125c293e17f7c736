/** The service takes a thousand lines in a call; one more is left for the reason of a failure. */
const linesMax = 999;
/** Far below what the service takes in one call, in whatever encoding. */
const unitsMax = 200_000;
/** 16 KiB, less what a character may take that the cut would halve. */
const lineBytesMax = 16 * 1024 - 4;
const subtextMax = 2_000;

/** A line that the service will take: what is too long is cut, and the character that no database keeps is replaced. */
export function fittingLine(text: unknown): string {
  const line = String(text).replaceAll("\0", "\ufffd");
  // No character takes more than three bytes for each of its units.
  if (line.length * 3 <= lineBytesMax) {
    return line;
  }
  const bytes = new TextEncoder().encode(line);
  return bytes.length <= lineBytesMax ? line : new TextDecoder().decode(bytes.subarray(0, lineBytesMax));
}

/** A few words that the service will take. */
export function fittingSubtext(text: unknown): string {
  // A character that the cut would halve is left out whole.
  return fittingLine(text)
    .slice(0, subtextMax)
    .replace(/[\ud800-\udbff]$/, "");
}

/** How many of the first lines fit into one call, at least one. */
export function countFittingLines(lines: readonly string[]): number {
  let units = 0;
  const beyond = lines.findIndex((line, index) => {
    units += line.length;
    return index >= linesMax || (index > 0 && units > unitsMax);
  });
  return beyond === -1 ? lines.length : beyond;
}
