import type { ReactNode, RefObject } from "react";
import type { CsvPreview } from "./csv-preview.ts";
import classes from "./grid.module.css";

const rowsShown = 10;

/** The first rows of a file, unchanged. */
export function CsvGrid({ preview: { headers, rows } }: { readonly preview: Pick<CsvPreview, "headers" | "rows"> }) {
  return (
    <GridBox label="First rows of the file">
      <table className={classes["table"]}>
        <thead>
          <tr>
            <th scope="col">Row</th>
            {headers.map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, rowsShown).map(({ number, cells }) => (
            <tr key={number}>
              <td className={classes["number"]}>{number}</td>
              {headers.map((header, index) => (
                <td key={header} title={cells[index]}>
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </GridBox>
  );
}

interface GridBoxProps {
  readonly label: string;
  readonly maxHeight?: number | string;
  readonly box?: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

/** A table scrolls in its own box, so that the page stays in place. */
export function GridBox({ label, maxHeight, box, children }: GridBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reached by the keyboard.
    <section ref={box} className={classes["box"]} style={{ maxHeight }} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
