import { Group, Select, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { dayMs, timeBefore } from "../ui/durations.ts";

interface ExpiryFieldProps {
  /** The last valid day, such as 2026-12-31; undefined means never, empty means not chosen yet. */
  readonly day: string | undefined;
  readonly onChange: (day: string | undefined) => void;
  readonly error: ReactNode;
}

const never = "never";
const chosenDay = "day";
const lengths = [
  { value: never, label: "Never" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In 1 year" },
  { value: chosenDay, label: "On a date…" },
];

export function ExpiryField({ day, onChange, error }: ExpiryFieldProps) {
  const [length, setLength] = useState(day === undefined ? never : chosenDay);
  const choose = (value: string | null) => {
    const next = value ?? never;
    setLength(next);
    if (next === never) onChange(undefined);
    else onChange(dayIn(next === chosenDay ? 30 : Number(next)));
  };
  return (
    <Group align="flex-start" grow>
      <Select label="Expires" data={lengths} value={length} onChange={choose} allowDeselect={false} />
      {length === chosenDay && (
        <TextInput
          label="Last day"
          type="date"
          value={day ?? ""}
          min={dayIn(1)}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Group>
  );
}

function dayIn(days: number): string {
  return timeBefore(-days * dayMs).slice(0, 10);
}

/** An emptied date must not mean never. */
export function findDayError(day: string | undefined): string | null {
  return day === "" ? "Select a date, or never." : null;
}

/** The end of that day, as the service expects it. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.000Z`;
}
