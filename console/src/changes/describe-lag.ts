import type { ChangeConsumer } from "@weft/client";

const numbers = new Intl.NumberFormat("en");
const steps = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** The lag of a consumer, in records and time. */
export function describeLag({ lag, cursorTime }: Pick<ChangeConsumer, "lag" | "cursorTime">, nowMs: number): string {
  if (lag === 0) return "Up to date";
  const records = `${numbers.format(lag)} ${lag === 1 ? "record" : "records"}`;
  if (isAtBeginning(cursorTime)) return `${records}, none read yet`;
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(cursorTime)) / 1000));
  const [unit, size] = steps.find(([, length]) => seconds >= length) ?? ["second", 1];
  const count = Math.round(seconds / size);
  const time = count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
  return `${records}, ${time}`;
}

/** A consumer that has read nothing is before all times. */
export function isAtBeginning(cursorTime: string): boolean {
  return Date.parse(cursorTime) <= 0;
}
