import type { LoaderProcess, LoadSample } from "@weft/client";
import type { Style } from "../../output/style.ts";
import { drawTable } from "../../output/table.ts";

/** The first rows of the file after each step. */
export function formatSample({ samples = [] }: LoaderProcess, style: Style, columnsMax: number): string {
  return samples
    .map(
      (sample, index) =>
        `${style.bold(`${index + 1}. ${sample.preprocessingStepName}`)}\n${sampleTable(sample, columnsMax)}`,
    )
    .join("\n");
}

function sampleTable({ columns, rows }: LoadSample, columnsMax: number): string {
  const shown = columns.map((title, index) => ({
    title,
    value: ({ values }: LoadSample["rows"][number]) => values[index],
  }));
  return drawTable(rows, [{ title: "row", value: ({ rowNumber }) => rowNumber, isRight: true }, ...shown], columnsMax);
}
