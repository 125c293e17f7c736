import { usageError } from "../../frame/cli-error.ts";

export function readRate(text: string): number {
  if (!/^\d+(?:\.\d+)?$/.test(text))
    throw usageError(`--rate-limit takes requests per second such as 50, not ${text}.`);
  return Number(text);
}
