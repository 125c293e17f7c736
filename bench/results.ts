import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { drawChart } from "./draw-chart.ts";

export interface ResultLine {
  readonly name: string;
  readonly value: string;
  readonly spread: string;
  /** The factor by which the bar is exceeded: 1 just meets it. Absent if there is no bar. */
  readonly ofBar?: number;
}

const file = fileURLToPath(new URL("RESULTS.md", import.meta.url));
const chartFile = fileURLToPath(new URL("../docs/images/bench.svg", import.meta.url));

interface Setting {
  readonly connections?: number;
  readonly rounds: number;
  readonly secondsEach?: number;
}

export function describeMachine({ connections = 1, rounds, secondsEach }: Setting): string {
  const [cpu] = cpus();
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const taken = rounds === 1 ? "1 round" : `${rounds} rounds`;
  const measured = secondsEach === undefined ? taken : `median of ${taken} of ${secondsEach} s`;
  return (
    `${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${cpus().length} × ${cpu?.model.trim() ?? "unknown"} ` +
    `(${process.arch}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}; ` +
    `${connections === 1 ? "1 connection" : `${connections} connections`}, ${measured}; ` +
    "load generator, service and PostgreSQL share the machine"
  );
}

/** Replaces the results of a section with the newest ones, keeps the text below them, and redraws the chart. */
export function writeResults(section: string, machine: string, lines: readonly ResultLine[]): void {
  const table = lines.map(
    ({ name, value, spread, ofBar }) =>
      `| ${name} | ${value} | ${spread} | ${ofBar === undefined ? "" : `${ofBar.toFixed(2)} ×`} |`,
  );
  const head = ["| What | Result | Spread | Of its bar |", "|---|---|---|---|"];
  const parts = readFileSync(file, "utf8")
    .split(/\n(?=## )/)
    .map((part) => part.trimEnd());
  const place = parts.findIndex((part) => part.startsWith(`## ${section}\n`));
  const [, below = ""] = /\n\|[^\n]*\n(?!\|)(.*)$/s.exec(parts[place] ?? "") ?? [];
  const text = [`## ${section}`, "", machine, "", ...head, ...table, below.trimEnd()].join("\n").trimEnd();
  parts.splice(place < 0 ? parts.length : place, place < 0 ? 0 : 1, text);
  writeFileSync(file, `${parts.join("\n\n")}\n`);
  writeFileSync(chartFile, drawChart(barsIn(parts)));
  console.log(text);
}

/** Every result line that has a bar. */
function barsIn(parts: readonly string[]): { readonly name: string; readonly ofBar: number }[] {
  return parts.flatMap((part) => {
    const section = /^## (.+)/.exec(part)?.[1] ?? "";
    return [...part.matchAll(/^\| (.+?) \|.*\| ([\d.]+) × \|$/gm)].map(([, name, ofBar]) => ({
      name: `${section}: ${name}`,
      ofBar: Number(ofBar),
    }));
  });
}
