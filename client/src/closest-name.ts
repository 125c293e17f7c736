/** A hint for a misspelled name, with a leading space: " Did you mean list-items?"; empty if no known name is close. */
export function meantName(name: string, known: readonly string[]): string {
  const farthest = Math.max(2, Math.floor(name.length / 3));
  const [closest] = known
    .map((candidate) => ({ candidate, distance: editDistance(name.slice(0, 100), candidate) }))
    .filter(({ distance }) => distance <= farthest)
    .sort((one, other) => one.distance - other.distance);
  return closest === undefined ? "" : ` Did you mean ${closest.candidate}?`;
}

/** Single characters to insert, delete or replace. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, character] of [...from].entries()) {
    const current = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (previous[column] ?? 0) + (character === other ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
