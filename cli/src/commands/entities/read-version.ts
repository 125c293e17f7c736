import { usageError } from "../../frame/cli-error.ts";

/** The value of --if-match. */
export function readVersion(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw usageError(`--if-match takes a version such as 3, not ${text}.`);
  return Number(text);
}
