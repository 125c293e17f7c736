import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";

// Linux counts in hundredths of a second, regardless of the machine's clock.
const microsecondsPerTick = 10_000;

/** The CPU time that a process has used so far, from /proc. */
export function cpuMicrosecondsOf(pid: number): number {
  const [user, system] = fieldsOf(pid).slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) * microsecondsPerTick;
}

/** The CPU time of a PostgreSQL so far, of all of its processes, including those that have ended. */
export function cpuMicrosecondsOfPostgres(backendPid: number): number {
  const server = parentOf(backendPid);
  const children = readFileSync(`/proc/${server}/task/${server}/children`, "utf8").trim().split(" ").map(Number);
  return [server, ...children].reduce((sum, pid) => sum + ticksOf(pid) * microsecondsPerTick, 0);
}

/** Of the process and its children that have ended; 0 if it has ended itself. */
function ticksOf(pid: number): number {
  try {
    return fieldsOf(pid)
      .slice(11, 15)
      .reduce((sum, ticks) => sum + Number(ticks), 0);
  } catch {
    return 0;
  }
}

function parentOf(pid: number): number {
  return Number(fieldsOf(pid)[1]);
}

// The name, in parentheses, may contain spaces; the fields after it do not.
function fieldsOf(pid: number): readonly string[] {
  return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
}

/** The current memory usage of a process. */
export async function memoryMbOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024;
}
