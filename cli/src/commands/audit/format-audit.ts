import type { AuditEntry } from "@weft/client";
import { cutTo, safeText, widthOf } from "../../output/safe-text.ts";
import type { Style } from "../../output/style.ts";
import { type Column, cellOf } from "../../output/table.ts";

const gap = "  ";
const valueColumnsMax = 40;

export const auditColumns: readonly Column<AuditEntry>[] = [
  { title: "createdOn", value: ({ createdOn }) => createdOn },
  { title: "actor", value: actorOf },
  { title: "action", value: ({ action }) => action },
  { title: "outcome", value: ({ outcome }) => outcome },
  { title: "target", value: targetOf },
  { title: "address", value: ({ origin }) => origin.address ?? "" },
  { title: "changed", value: changedOf },
];

/** An entry as one line. */
export function auditLine(entry: AuditEntry, columns: number, style: Style): string {
  const head = [entry.createdOn, actorOf(entry)].map(safeText).join(gap);
  const paint = entry.outcome === "success" ? style.green : style.red;
  const action = safeText(entry.action);
  const tail = [targetOf(entry), entry.origin.address ?? "", changedOf(entry)].map(safeText).join(gap).trimEnd();
  const room = columns - widthOf(head) - widthOf(action) - 2 * gap.length;
  return `${style.dim(head)}${gap}${paint(action)}${gap}${cutTo(tail, Math.max(1, room))}`;
}

function actorOf({ actor }: AuditEntry): string {
  return actor.name ?? actor.email ?? actor.id ?? actor.type;
}

function targetOf({ target }: AuditEntry): string {
  return [target.type, target.email ?? target.id].filter((part) => part !== undefined).join(" ");
}

/** The changed fields with old → new. */
function changedOf({ before = {}, after = {} }: AuditEntry): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .map((name) => {
      const old = Object.hasOwn(before, name) ? `${short(before[name])} → ` : "";
      return `${name} ${old}${short(after[name])}`;
    })
    .join(", ");
}

function short(value: unknown): string {
  return value === null || value === undefined ? "–" : cutTo(cellOf(value), valueColumnsMax);
}
