import { Select, TextInput } from "@mantine/core";
import { useState } from "react";
import {
  type ChangeFilters,
  formatRange,
  fromLocalField,
  type QuickRange,
  quickRanges,
  toLocalField,
} from "./change-filters.ts";

interface TimeFilterProps {
  readonly filters: ChangeFilters;
  readonly onChange: (change: Partial<ChangeFilters>) => void;
  readonly isExact: boolean;
  readonly onExact: (isExact: boolean) => void;
}

const choices = [
  { value: "all", label: "All time" },
  ...quickRanges.map((value) => ({ value, label: formatRange[value] })),
  { value: "exact", label: "Custom range…" },
] as const;

type Choice = QuickRange | "all" | "exact";

/** Quick ranges, or exact local times. */
export function TimeFilter({ filters: { range, from, to }, onChange, isExact, onExact }: TimeFilterProps) {
  const chosen: Choice = isExact ? "exact" : (range ?? "all");
  const choose = (choice: Choice) => {
    onExact(choice === "exact");
    if (choice === "exact") return;
    onChange({ range: choice === "all" ? undefined : choice, from: undefined, to: undefined });
  };
  return (
    <>
      <Select<Choice>
        label="Time"
        data={[...choices]}
        value={chosen}
        allowDeselect={false}
        onChange={(choice) => choose(choice ?? "all")}
      />
      {isExact && (
        <>
          <TimeField label="From" value={from} onCommit={(time) => onChange({ from: time, range: undefined })} />
          <TimeField label="To" value={to} onCommit={(time) => onChange({ to: time, range: undefined })} />
        </>
      )}
    </>
  );
}

interface TimeFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onCommit: (time: string | undefined) => void;
}

/** Applied on blur or Enter: a partial date is invalid. */
function TimeField({ label, value, onCommit }: TimeFieldProps) {
  const [text, setText] = useState(toLocalField(value));
  const commit = () => {
    const time = fromLocalField(text);
    if (time !== value) onCommit(time);
  };
  return (
    <TextInput
      type="datetime-local"
      label={label}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
    />
  );
}
