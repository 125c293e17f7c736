/** The entries of a comma-separated cell, trimmed; what is empty between two commas is no entry. */
export function splitList(cell: string): string[] {
  return cell
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}
