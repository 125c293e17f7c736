import { type AnyEntity, fullTitleOf } from "../any-entity.ts";
import { cellText } from "./cell-text.ts";
import { type GridColumn, widthOf } from "./grid-column.ts";
import type { GridTools } from "./grid-tools.ts";

/** Measuring more would be noticeable, and rarely change the result. */
const rowsMax = 1000;
const cellPadding = 24;
const headingPadding = 48;
const pillPadding = 24;

/** The width at which the loaded values of a column are not cut off. */
export function fitColumn(column: GridColumn, rows: readonly AnyEntity[], tools: GridTools): number {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return widthOf(column);
  const { fontFamily } = getComputedStyle(document.body);
  const measure = (text: string, font: string) => {
    context.font = `${font} ${fontFamily}`;
    return context.measureText(text).width;
  };
  const values = rows.slice(0, rowsMax).map((row) => measure(textOf(column, row, tools), fontOf(column)));
  return Math.max(measure(column.label, "600 12px") + headingPadding, Math.max(0, ...values) + paddingOf(column));
}

function textOf(column: GridColumn, row: AnyEntity, { words, typeLabels }: GridTools): string {
  if (column.field === "name") return fullTitleOf(row);
  if (column.field === "typePath") return typeLabels.get(row.typePath) ?? row.typePath;
  return isAge(column) ? "12 months ago" : cellText(column, row[column.field], words);
}

function fontOf({ field }: GridColumn): string {
  return field === "name" ? "550 14px" : "14px";
}

function paddingOf({ property }: GridColumn): number {
  const isPill = property.propertyType === "choice" || property.propertyType === "multi_select";
  return cellPadding + (isPill ? pillPadding : 0);
}

/** The times that the service sets are shown as their age. */
function isAge({ source, property }: GridColumn): boolean {
  return source === "system" && property.propertyType === "datetime";
}
