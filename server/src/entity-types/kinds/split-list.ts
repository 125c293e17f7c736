/** The entries of a comma-separated cell, trimmed; an empty string between two commas is not an entry. */
export function splitList(cell: string): string[] {
  return cell
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}
