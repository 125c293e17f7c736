import { usageError } from "./cli-error.ts";

/** For a repeatable option. */
export function repeated(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

export function readNumber(option: string, text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw usageError(`${option} takes a whole number, not ${text}.`);
  return Number(text);
}
