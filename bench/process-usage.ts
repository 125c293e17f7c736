import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";

// Linux counts in hundredths of a second, regardless of the machine's clock.
const microsecondsPerTick = 10_000;

/** The CPU time that a process has used so far, from /proc. */
export function cpuMicrosecondsOf(pid: number): number {
  // The name, in parentheses, may contain spaces; the fields after it do not.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  const [user, system] = fields.slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) * microsecondsPerTick;
}

/** The current memory usage of a process. */
export async function memoryMbOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024;
}
