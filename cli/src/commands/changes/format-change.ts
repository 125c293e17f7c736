import type { ChangeRecord } from "@weft/client";
import { cutTo, safeText, widthOf } from "../../output/safe-text.ts";
import type { Style } from "../../output/style.ts";
import { cellOf } from "../../output/table.ts";

const fieldsMax = 6;
const valueColumnsMax = 40;
const gap = "  ";

/** A change as one line: time, actor, action, entity, and the fields with old → new. */
export function changeLine(record: ChangeRecord, columns: number, style: Style): string {
  const paints = { create: style.green, update: style.yellow, delete: style.red } as const;
  const head = [record.createdOn, whoOf(record)].map(safeText).join(gap);
  const action = record.action.padEnd("create".length);
  const tail = [record.typePath, nameOf(record), fieldsOf(record)].map(safeText).join(gap).trimEnd();
  const room = columns - widthOf(head) - widthOf(action) - 2 * gap.length;
  return `${style.dim(head)}${gap}${paints[record.action](action)}${gap}${cutTo(tail, Math.max(1, room))}`;
}

/** The actor, and the source unless it was the API. */
export function whoOf({
  createdBy,
  createdById,
  source,
}: Pick<ChangeRecord, "createdBy" | "createdById" | "source">): string {
  const who = createdBy?.name ?? createdById ?? "unknown user";
  return source === "api" ? who : `${who} via ${source}`;
}

/** The name, if the change contains it; otherwise the external ID or the id. */
export function nameOf({ entityId, federatedId, propertyDiffs }: ChangeRecord): string {
  const { name } = propertyDiffs;
  const reported = name?.newValue ?? name?.oldValue ?? federatedId;
  return typeof reported === "string" && reported !== "" ? reported : entityId;
}

/** A create has no old values, and the values of a deleted entity are not useful. */
export function fieldsOf({ action, propertyDiffs }: ChangeRecord): string {
  if (action === "delete") return "";
  const diffs = Object.entries(propertyDiffs).filter(
    ([slug, { newValue }]) => action === "update" || !(slug === "name" || slug === "typePath" || newValue === null),
  );
  const reported = diffs
    .slice(0, fieldsMax)
    .map(([slug, { oldValue, newValue }]) =>
      action === "create"
        ? `${slug} ${valueText(newValue)}`
        : `${slug} ${valueText(oldValue)} → ${valueText(newValue)}`,
    );
  const more = diffs.length - reported.length;
  return [...reported, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

export function valueText(value: unknown): string {
  return value === null || value === undefined ? "–" : cutTo(cellOf(value), valueColumnsMax);
}
