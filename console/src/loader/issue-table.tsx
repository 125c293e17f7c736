import { Stack, Text } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import type { LoadIssue } from "@weft/client";
import { useRef } from "react";
import { formatNumber } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { GridBox } from "./csv-grid.tsx";
import classes from "./grid.module.css";

interface IssueTableProps {
  readonly issues: readonly LoadIssue[];
  readonly label: string;
  readonly maxHeight?: string;
}

const rowHeight = 64;

/** Any number of issues: row heights fit their text, and only visible rows are in the page. */
export function IssueTable({ issues, label, maxHeight = "480px" }: IssueTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: issues.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const shown = virtualizer.getVirtualItems();
  const above = shown[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <GridBox label={label} maxHeight={maxHeight} box={scroller}>
      <table className={classes["table"]} aria-rowcount={issues.length} style={{ width: "100%", tableLayout: "fixed" }}>
        <thead>
          <tr>
            <th scope="col" style={{ width: 76 }}>
              Row
            </th>
            <th scope="col" className={classes["wideOnly"]} style={{ width: 180 }}>
              Column
            </th>
            <th scope="col">Issue and fix</th>
            <th scope="col" className={classes["wideOnly"]} style={{ width: 150 }}>
              Cell
            </th>
            <th scope="col" className={classes["wideOnly"]} style={{ width: 190 }}>
              Code
            </th>
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr style={{ height: above }} />}
          {shown.map(({ index }) => {
            const issue = issues[index];
            return (
              issue !== undefined && (
                <tr key={index} data-index={index} ref={virtualizer.measureElement} aria-rowindex={index + 1}>
                  <IssueCells issue={issue} />
                </tr>
              )
            );
          })}
          {below > 0 && <tr style={{ height: below }} />}
        </tbody>
      </table>
    </GridBox>
  );
}

function IssueCells({ issue }: { readonly issue: LoadIssue }) {
  const { rowNumber, columnName, severity, message, suggestion, data, issueType } = issue;
  const isError = severity === "error";
  return (
    <>
      <td className={classes["number"]}>{rowNumber === undefined ? "" : formatNumber(rowNumber)}</td>
      <td className={classes["wideOnly"]}>{columnName}</td>
      <td className={classes["wrap"]}>
        <Stack gap={2}>
          <Text size="sm" style={{ display: "flex", gap: 6 }} component="div">
            <Text span c={isError ? "var(--weft-bad)" : "dimmed"} fw={600} size="sm" style={{ whiteSpace: "nowrap" }}>
              <Icon name={isError ? "warning" : "info"} size={14} /> {severity}
            </Text>
            <span>
              {columnName !== undefined && <b className={classes["narrowOnly"]}>{columnName}: </b>}
              {message}
            </span>
          </Text>
          {suggestion !== undefined && (
            <Text size="sm" c="dimmed">
              {suggestion}
            </Text>
          )}
        </Stack>
      </td>
      <td className={classes["wideOnly"]} title={data}>
        {data}
      </td>
      <td className={classes["wideOnly"]}>
        <Text size="xs" c="dimmed" className="mono">
          {issueType}
        </Text>
      </td>
    </>
  );
}
