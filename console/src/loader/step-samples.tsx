import { SegmentedControl, Stack, Text } from "@mantine/core";
import type { LoadIssue } from "@weft/client";
import { useState } from "react";
import type { SampleStep } from "./sample-steps.ts";
import { SampleTable } from "./sample-table.tsx";

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
