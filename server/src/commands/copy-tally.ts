import type { CopyStep } from "../moving/copy-all.ts";
import { formatNumber, pluralize } from "../platform/amounts.ts";

const showEveryMs = 5_000;

/** Prints a line for each table of a copy, and for a large one sometimes how far it is. */
export class CopyTally {
  #tables = 0;
  #rows = 0;
  #shownOn = Date.now();

  get total(): string {
    return `${pluralize(this.#tables, "table")} with ${pluralize(this.#rows, "row")}, all identical`;
  }

  show(step: CopyStep): void {
    if (step.kind === "copying" && Date.now() - this.#shownOn > showEveryMs) {
      this.#shownOn = Date.now();
      console.error(`${step.table}: ${pluralize(step.rows, "row")} copied so far`);
    } else if (step.kind === "copied") {
      console.log(formatTable("copied", step));
    } else if (step.kind === "same") {
      this.#tables += 1;
      this.#rows += step.rows;
      console.log(formatTable("identical", step));
    }
  }
}

function formatTable(state: string, { table, rows }: CopyStep): string {
  return `${state.padEnd(10)} ${table.padEnd(28)} ${formatNumber(rows).padStart(12)} ${rows === 1 ? "row" : "rows"}`;
}
