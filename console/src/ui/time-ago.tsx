import { Tooltip } from "@mantine/core";
import { useEffect, useState } from "react";

const steps = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;
const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

/** The time since, kept up to date; the exact local time as a tooltip. */
export function TimeAgo({ time }: { readonly time: string }) {
  const [, setMinute] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinute((minute) => minute + 1), 30_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Tooltip label={formatTime(time)}>
      <time dateTime={time} style={{ whiteSpace: "nowrap" }}>
        {describeAge(time, Date.now())}
      </time>
    </Tooltip>
  );
}

export function formatTime(time: string): string {
  return exact.format(new Date(time));
}

export function describeAge(time: string, nowMs: number): string {
  const seconds = Math.round((Date.parse(time) - nowMs) / 1000);
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  return Math.abs(seconds) < 5 ? "just now" : words.format(Math.round(seconds / size), unit);
}
