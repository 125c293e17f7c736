import type { LoaderProcess } from "@weft/client";
import { formatNumber } from "../../output/amounts.ts";
import { safeText } from "../../output/safe-text.ts";
import type { Style } from "../../output/style.ts";
import { cellOf } from "../../output/table.ts";

/** One line of the plan of a dry run. */
export interface PlannedChange {
  readonly rowNumber: number;
  readonly entityType: string;
  readonly entityId?: string;
  readonly federatedId: string | null;
  readonly action: "create" | "update" | "delete";
  /** By field: old and new value. */
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>;
}

const fieldsShown = 6;
const valueColumns = 40;

/** The first planned changes, where the others are, and how to apply them. */
export function formatPlan(
  { id, counts, planFileId }: Pick<LoaderProcess, "id" | "counts" | "planFileId">,
  changes: readonly PlannedChange[],
  style: Style,
): string {
  const total = Object.values(counts).reduce(
    (sum, { created, updated, deleted }) => sum + created + updated + deleted,
    0,
  );
  if (changes.length === 0) return "No changes planned.\n";
  const isCut = total > changes.length;
  return [
    `${style.bold("Planned changes")}${isCut ? ` (first ${changes.length} of ${formatNumber(total)})` : ""}:\n`,
    ...changes.map((change) => `  ${formatChange(change, style)}`),
    ...(isCut ? [`All planned changes: weft files download ${planFileId} --output plan.ndjson\n`] : []),
    `Apply them: weft load --apply ${id}\n`,
  ].join("");
}

/** A planned change as a line: update item P10-R (row 2): price 10 → 12 */
export function formatChange(change: PlannedChange, style: Style): string {
  const { rowNumber, entityType, entityId, federatedId, action, changes } = change;
  const name = safeText(federatedId ?? entityId ?? "");
  const row = rowNumber > 0 ? ` ${style.dim(`(row ${rowNumber})`)}` : "";
  const head = `${paintOf(action, style)(action)} ${entityType}${name === "" ? "" : ` ${name}`}${row}`;
  if (action === "delete") return `${head}\n`;
  const reported = Object.entries(changes).filter(([, [old, value]]) => !isNothing(old) || !isNothing(value));
  const fields = reported
    .slice(0, fieldsShown)
    .map(([slug, [old, value]]) => `${safeText(slug)} ${formatValue(old, value, action)}`);
  const rest = reported.length > fieldsShown ? [`${reported.length - fieldsShown} more`] : [];
  return fields.length === 0 ? `${head}\n` : `${head}: ${[...fields, ...rest].join(", ")}\n`;
}

function paintOf(action: PlannedChange["action"], style: Style): (text: string) => string {
  switch (action) {
    case "create":
      return style.green;
    case "update":
      return style.yellow;
    case "delete":
      return style.red;
  }
}

function formatValue(old: unknown, value: unknown, action: PlannedChange["action"]): string {
  return action === "create" ? shortValue(value) : `${shortValue(old)} → ${shortValue(value)}`;
}

function shortValue(value: unknown): string {
  if (isNothing(value)) return "(none)";
  const text = cellOf(value);
  return text.length > valueColumns ? `${text.slice(0, valueColumns - 1)}…` : text;
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}
