import type { JsonValue } from "../../platform/json-value.ts";
import type { Sample } from "../load.ts";
import type { Preprocessing } from "../preprocess/compile-preprocessing.ts";
import type { CsvRow } from "../row.ts";
import { csvLine } from "../write-csv.ts";

/** The first rows of a file after each step. */
export class Samples {
  readonly #rowsMax: number;
  readonly #rows: { readonly rowNumber: number; readonly bySteps: readonly (readonly JsonValue[])[] }[] = [];
  #preprocessing: Preprocessing | undefined;

  constructor(rowsMax: number) {
    this.#rowsMax = rowsMax;
  }

  take(rows: readonly CsvRow[], preprocessing: Preprocessing): void {
    this.#preprocessing = preprocessing;
    for (const row of rows.slice(0, this.#rowsMax - this.#rows.length)) {
      this.#rows.push({ rowNumber: row.number, bySteps: preprocessing.trace(row) });
    }
  }

  all(): Sample[] {
    return (this.#preprocessing?.steps ?? []).map(({ name, columns }, step) => ({
      preprocessingStepName: name,
      columns,
      rows: this.#rows.map(({ rowNumber, bySteps }) => ({
        rowNumber,
        // JSON lists cannot contain undefined.
        values: (bySteps[step] ?? []).map((value) => value ?? null),
      })),
    }));
  }
}

export function csvOfSample({ columns, rows }: Sample): string {
  const lines = rows.map(({ rowNumber, values }) => csvLine([String(rowNumber), ...values.map(textOf)]));
  return [csvLine(["_row", ...columns]), ...lines].join("");
}

function textOf(value: JsonValue): string {
  if (value === null || value === undefined) {
    return "";
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
