import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { fileURLToPath } from "node:url";

export interface ResultLine {
  readonly name: string;
  readonly value: string;
  readonly spread: string;
}

const file = fileURLToPath(new URL("RESULTS.md", import.meta.url));

export function describeMachine(connections: number, secondsEach: number, rounds: number): string {
  const [cpu] = cpus();
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  return (
    `${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${cpus().length} × ${cpu?.model.trim() ?? "unknown"} ` +
    `(${process.arch}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}; ${connections} connections, ` +
    `median of ${rounds} rounds of ${secondsEach} s; load generator, service and PostgreSQL share the machine`
  );
}

/** Puts the newest results of a section in the place of those before. */
export function writeResults(section: string, machine: string, lines: readonly ResultLine[]): void {
  const table = lines.map(({ name, value, spread }) => `| ${name} | ${value} | ${spread} |`);
  const text = [`## ${section}`, "", machine, "", "| What | Result | Spread |", "|---|---|---|", ...table, ""].join(
    "\n",
  );
  const before = readFileSync(file, "utf8");
  const others = before.split(/\n(?=## )/).filter((part) => !part.startsWith(`## ${section}\n`));
  writeFileSync(file, `${[...others.map((part) => part.trimEnd()), text.trimEnd()].join("\n\n")}\n`);
  console.log(text);
}
