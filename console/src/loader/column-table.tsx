import { Badge, Text } from "@mantine/core";
import { guessColumnKind } from "./column-kind.ts";
import { columnTarget, setColumnTarget } from "./column-target.ts";
import { ColumnUse } from "./column-use.tsx";
import classes from "./grid.module.css";
import { GridBox } from "./grid-box.tsx";
import type { LoadDraft } from "./use-load-draft.ts";

const examplesShown = 3;

/** Every column of the file: its detected type, and its target. */
export function ColumnTable({ draft }: { readonly draft: LoadDraft }) {
  const { configuration, mapped, file, change } = draft;
  return (
    <GridBox label="Columns of the file">
      <table className={classes["table"]}>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Target</th>
            <th scope="col">Detected type</th>
            <th scope="col">Examples</th>
          </tr>
        </thead>
        <tbody>
          {mapped.headers.map((header, index) => {
            const values = file.preview.rows.map(({ cells }) => cells[index] ?? "");
            return (
              <tr key={header}>
                <th scope="row" style={{ fontWeight: 600 }}>
                  {header}
                </th>
                <td>
                  <ColumnUse
                    header={header}
                    catalog={mapped.catalog}
                    target={columnTarget(configuration, header, mapped)}
                    onChange={(target) => change(setColumnTarget(configuration, header, target, mapped))}
                  />
                </td>
                <td>
                  <Badge variant="outline" color="gray" radius="sm" tt="none">
                    {guessColumnKind(values)}
                  </Badge>
                </td>
                <td>
                  <Text size="sm" c="dimmed" truncate maw={260}>
                    {examplesOf(values)}
                  </Text>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </GridBox>
  );
}

function examplesOf(values: readonly string[]): string {
  return [...new Set(values.filter((value) => value !== ""))].slice(0, examplesShown).join(" · ");
}
