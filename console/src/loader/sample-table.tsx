import { Badge, SegmentedControl, Stack, Text, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { LoaderProcess, LoadIssue, LoadSample, Weft } from "@weft/client";
import { type RefObject, useEffect, useRef, useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { Icon } from "../ui/icon.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { formatValue } from "../ui/property-diffs.tsx";
import { GridBox } from "./csv-grid.tsx";
import { parseCsv } from "./csv-text.ts";
import classes from "./grid.module.css";
import { type SampleStep, sampleSteps } from "./sample-steps.ts";

interface SampleTableProps {
  readonly step: SampleStep;
  readonly issues: readonly LoadIssue[];
}

/** The first rows after a step. Changed cells are bold and have a mark on the left. */
function SampleTable({ step, issues }: SampleTableProps) {
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
                    className={issue !== undefined ? classes["invalid"] : isChanged ? classes["changed"] : ""}
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
      <Text size="sm" span c="var(--weft-bad)" fw={600} tabIndex={0} title={issue.message}>
        <Icon name="warning" size={14} /> {text === "" ? "empty" : text}
      </Text>
    </Tooltip>
  );
}

interface StepSamplesProps {
  readonly steps: readonly SampleStep[];
  readonly issues: readonly LoadIssue[];
}

/** The first rows, step by step; it starts with the last step. */
export function StepSamples({ steps, issues }: StepSamplesProps) {
  const [chosen, setChosen] = useState<string>();
  const step = steps.find(({ name }) => name === chosen) ?? steps.at(-1);
  if (step === undefined) return null;
  return (
    <Stack gap="xs">
      <div style={{ overflowX: "auto" }}>
        <SegmentedControl
          aria-label="Step"
          size="xs"
          value={step.name}
          onChange={setChosen}
          data={steps.map(({ name, title, changesCount }) => ({
            value: name,
            label: changesCount === 0 ? title : `${title} · ${changesCount}`,
          }))}
        />
      </div>
      <Text size="sm" c="dimmed">
        {step.help} {describeChanges(step)}
      </Text>
      <SampleTable step={step} issues={issues} />
    </Stack>
  );
}

function describeChanges({ name, changesCount, removed }: SampleStep): string {
  if (name === "read") return "";
  if (changesCount === 0) return "This step changed nothing.";
  const gone = removed.length === 0 ? "" : ` Gone: ${removed.join(", ")}.`;
  return `Changed cells are bold, with a mark on the left.${gone}`;
}

/** The first rows of a load after each step, as stored. */
export function LoadSamples({ load }: { readonly load: LoaderProcess }) {
  const weft = useWeft();
  const samples = useQuery({
    queryKey: queryKeys.loads.samples(load.id, load.status),
    queryFn: ({ signal }) => readSamples(weft, load, signal),
  });
  return (
    <Loaded query={samples}>
      {(read) => {
        const [first] = read;
        if (first === undefined) return <Text size="sm">No rows to show.</Text>;
        const rows = first.rows.map(({ rowNumber, values }) => ({ number: rowNumber, cells: values.map(String) }));
        const [, ...steps] = sampleSteps({ headers: first.columns, rows }, read);
        return <StepSamples steps={steps} issues={load.issues} />;
      }}
    </Loaded>
  );
}

async function readSamples(weft: Weft, load: LoaderProcess, signal: AbortSignal): Promise<readonly LoadSample[]> {
  if (load.samples !== undefined) return load.samples;
  const kept = load.preprocessingStepResults.flatMap(({ preprocessingStepName, fileId }) =>
    fileId === undefined ? [] : [{ preprocessingStepName, fileId }],
  );
  return Promise.all(
    kept.map(async ({ preprocessingStepName, fileId }) => {
      const text = await (await weft.files.download({ id: fileId, signal })).text();
      return { preprocessingStepName, ...sampleOf(text) };
    }),
  );
}

function sampleOf(text: string): Pick<LoadSample, "columns" | "rows"> {
  const [header, ...rows] = parseCsv(text.replace(/^\uFEFF/, ""), ",").rows;
  const [, ...columns] = header?.cells ?? [];
  return {
    columns,
    rows: rows.map(({ cells: [rowNumber = "", ...values] }) => ({ rowNumber: Number(rowNumber), values })),
  };
}
