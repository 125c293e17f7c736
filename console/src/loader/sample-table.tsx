import { Badge, Text, Tooltip } from "@mantine/core";
import type { LoadIssue } from "@weft/client";
import { type RefObject, useEffect, useRef } from "react";
import { Icon } from "../ui/icon.tsx";
import { formatValue } from "../ui/property-diffs.tsx";
import classes from "./grid.module.css";
import { GridBox } from "./grid-box.tsx";
import type { SampleStep } from "./sample-steps.ts";

interface SampleTableProps {
  readonly step: SampleStep;
  readonly issues: readonly LoadIssue[];
}

/** The first rows after a step. Changed cells are bold and have a mark on the left. */
export function SampleTable({ step, issues }: SampleTableProps) {
  const { title, columns, rows } = step;
  const box = useRef<HTMLDivElement>(null);
  useShowChanged(box, step.name);
  return (
    <GridBox label={`First rows: ${title}`} maxHeight={480} box={box}>
      <table className={classes["table"]}>
        <thead>
          <tr>
            <th scope="col">Row</th>
            {columns.map(({ name, isNew, formerName }) => (
              <th key={name} scope="col">
                {name}
                {isNew && <ColumnMark text="new" />}
                {formerName !== undefined && <ColumnMark text={`was ${formerName}`} />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ rowNumber, cells }) => (
            <tr key={rowNumber}>
              <td className={classes["number"]}>{rowNumber}</td>
              {cells.map(({ value, isChanged }, index) => {
                const name = columns[index]?.name ?? "";
                const issue = issues.find((one) => one.rowNumber === rowNumber && one.columnName === name);
                return (
                  <td
                    key={name}
                    className={issue !== undefined ? classes["faulty"] : isChanged ? classes["changed"] : ""}
                  >
                    <Cell value={value} issue={issue} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </GridBox>
  );
}

/** In wide files the changes of a step are scrolled into view. */
function useShowChanged(box: RefObject<HTMLDivElement | null>, stepName: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another step has changed other cells.
  useEffect(() => {
    const changed = box.current?.querySelector<HTMLElement>(`.${classes["changed"]}`);
    box.current?.scrollTo({
      left: changed == null ? 0 : Math.max(0, changed.offsetLeft - box.current.clientWidth / 2),
    });
  }, [box, stepName]);
}

function ColumnMark({ text }: { readonly text: string }) {
  return (
    <Badge variant="outline" size="xs" radius="sm" tt="none" ml={6}>
      {text}
    </Badge>
  );
}

function Cell({ value, issue }: { readonly value: unknown; readonly issue: LoadIssue | undefined }) {
  const text = formatValue(value);
  if (issue === undefined) return <span title={text}>{text}</span>;
  return (
    <Tooltip label={issue.suggestion ?? issue.message} multiline maw={360}>
      <Text size="sm" span c="var(--mantine-color-error)" fw={600} tabIndex={0} title={issue.message}>
        <Icon name="warning" size={14} /> {text === "" ? "empty" : text}
      </Text>
    </Tooltip>
  );
}
