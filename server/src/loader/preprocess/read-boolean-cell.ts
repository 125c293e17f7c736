const lowerT = 0x74;
const lowerF = 0x66;
const caseBit = 0x20;

/** Step 1: true and false, in any case, are booleans; any other cell stays text. */
export function readBooleanCell(cell: string): string | boolean {
  // Runs for every cell of a load, so nearly all must return before a new string is allocated.
  if (cell.length !== 4 && cell.length !== 5) return cell;
  const first = cell.charCodeAt(0) | caseBit;
  if (first !== lowerT && first !== lowerF) return cell;
  const lowerCase = cell.toLowerCase();
  if (lowerCase === "true") return true;
  return lowerCase === "false" ? false : cell;
}
