import { usageError } from "../../frame/cli-error.ts";

export function readRate(text: string): number {
  if (!/^\d+(?:\.\d+)?$/.test(text)) throw usageError(`--rate takes calls a second such as 50, not ${text}.`);
  return Number(text);
}
