/** The service accepts a thousand lines per call; one is reserved for the reason of a failure. */
const linesMax = 999;
/** Far below the request limit of the service, in any encoding. */
const unitsMax = 200_000;
/** 16 KiB, minus room for a character that the cut would split. */
const lineBytesMax = 16 * 1024 - 4;
const subtextMax = 2_000;

/** A line that the service accepts: long lines are cut, and the character that databases cannot store is replaced. */
export function fittingLine(text: unknown): string {
  const line = String(text).replaceAll("\0", "\ufffd");
  // No character takes more than three bytes per code unit.
  if (line.length * 3 <= lineBytesMax) {
    return line;
  }
  const bytes = new TextEncoder().encode(line);
  return bytes.length <= lineBytesMax ? line : new TextDecoder().decode(bytes.subarray(0, lineBytesMax));
}

/** A status message that the service accepts. */
export function fittingSubtext(text: unknown): string {
  // A character that the cut would split is omitted.
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
