import type { ChangeConsumer } from "@weft/client";
import { dayMs, hourMs, minuteMs } from "../ui/durations.ts";
import { pluralize } from "../ui/format.ts";

const steps = [
  ["day", dayMs],
  ["hour", hourMs],
  ["minute", minuteMs],
  ["second", 1_000],
] as const;

/** The lag of a consumer, in records and time. */
export function describeLag({ lag, cursorTime }: Pick<ChangeConsumer, "lag" | "cursorTime">, nowMs: number): string {
  if (lag === 0) return "Up to date";
  const records = pluralize(lag, "record");
  if (isAtBeginning(cursorTime)) return `${records}, none read yet`;
  const behindMs = Math.max(0, Math.round((nowMs - Date.parse(cursorTime)) / 1_000) * 1_000);
  const [unit, size] = steps.find(([, length]) => behindMs >= length) ?? ["second", 1_000];
  return `${records}, ${pluralize(Math.round(behindMs / size), unit)}`;
}

/** A consumer that has read nothing is before all times. */
export function isAtBeginning(cursorTime: string): boolean {
  return Date.parse(cursorTime) <= 0;
}
