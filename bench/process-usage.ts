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
  return familyOf(server).reduce((sum, pid) => sum + ticksOf(pid) * microsecondsPerTick, 0);
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

/** The CPU time of a node so far, of all of its processes. */
export function cpuMicrosecondsOfFamily(pid: number): number {
  return familyOf(pid).reduce((sum, member) => sum + cpuMicrosecondsOf(member), 0);
}

export function familyOf(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return [pid, ...(children === "" ? [] : children.split(" ").map(Number))];
}

/** The memory of a node without pages that it shares with other programs, of the process itself and of all together. */
export async function ownMemoryMbOf(pid: number): Promise<{ readonly self: number; readonly family: number }> {
  const sizes = await Promise.all(familyOf(pid).map(proportionalMbOf));
  return { self: sizes[0] ?? 0, family: sizes.reduce((sum, size) => sum + size, 0) };
}

async function proportionalMbOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1_024;
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
