import type { ChangeRecord } from "@weft/client";
import { pluralize } from "../ui/format.ts";

const piecesMax = 2;
const lettersMax = 36;
/** As the service generates them; only their ends differ much. */
const idPattern = /^A(?=.*\d)[\w-]{15}$/;

/** A change in one line: Price 59 → 65, Status draft → approved, 3 more. */
export function summarizeChange({ action, propertyDiffs }: Pick<ChangeRecord, "action" | "propertyDiffs">): string {
  const diffs = Object.entries(propertyDiffs);
  if (diffs.length === 0) return action === "update" ? "You may not read these properties." : "";
  if (action === "delete") return `Had ${pluralize(diffs.length, "property", "properties")}.`;
  // The name of a created entity is above the line.
  const reported = action === "create" ? diffs.filter(([slug]) => slug !== "name" && slug !== "typePath") : diffs;
  const sorted = [...reported].sort(([, a], [, b]) => rankOf(a) - rankOf(b));
  const pieces = sorted.slice(0, piecesMax).map(([, diff]) => describeDiff(diff));
  const more = reported.length - pieces.length;
  return [...pieces, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

function describeDiff({ propertyName, oldValue, newValue }: ChangeRecord["propertyDiffs"][string]): string {
  if (isNothing(oldValue)) return `${propertyName} ${shortValue(newValue)}`;
  if (isNothing(newValue)) return `${propertyName} ${shortValue(oldValue)} → empty`;
  const [before, after] = [shortValue(oldValue), shortValue(newValue)];
  // Where both look the same when truncated, an arrow says nothing.
  return before === after ? `${propertyName} changed` : `${propertyName} ${before} → ${after}`;
}

/** Changed values say most; ids of other entities say least. */
function rankOf(diff: ChangeRecord["propertyDiffs"][string]): number {
  if (isId(diff)) return 2;
  return isNothing(diff.oldValue) ? 1 : 0;
}

function isId({ oldValue, newValue }: ChangeRecord["propertyDiffs"][string]): boolean {
  return [oldValue, newValue].some((value) => typeof value === "string" && idPattern.test(value));
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

function shortValue(value: unknown): string {
  const text = textOf(value);
  return text.length > lettersMax ? `${text.slice(0, lettersMax - 1)}…` : text;
}

function textOf(value: unknown): string {
  if (typeof value === "string" && idPattern.test(value)) return `…${value.slice(-8)}`;
  if (typeof value === "string") return value.replace(/\s+/g, " ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  const isPlainList = Array.isArray(value) && value.every((one) => typeof one !== "object");
  if (isPlainList) return value.length === 0 ? "empty" : value.join(", ");
  return Array.isArray(value) ? pluralize(value.length, "entry", "entries") : JSON.stringify(value);
}
