import { isSameJson } from "../same-json.ts";
import type { CellReading } from "./cell-text.ts";
import { type GridColumn, isNumeric } from "./grid-column.ts";

export type BulkOperationName = "set" | "clear" | "add" | "remove" | "replace" | "percent" | "amount";

/** What to do with one column of many rows. */
export interface BulkOperation {
  readonly name: BulkOperationName;
  /** The value to set, add or remove. */
  readonly value: unknown;
  /** The text to replace. */
  readonly find: string;
  readonly replacement: string;
  /** The percentage or the amount to add; negative to subtract. */
  readonly by: number;
}

const labels: Readonly<Record<BulkOperationName, string>> = {
  set: "Set to",
  clear: "Clear",
  add: "Add",
  remove: "Remove",
  replace: "Replace text",
  percent: "Change by percent",
  amount: "Change by amount",
};

/** The operations for the data type of a column. */
export function bulkOperationsFor(column: GridColumn) {
  const { propertyType } = column.property;
  const isList = propertyType === "multi_select" || propertyType === "object_ref_list" || propertyType === "user_list";
  const isText = propertyType === "string" || propertyType === "text" || propertyType === "url";
  const names: BulkOperationName[] = [
    "set",
    ...(isNumeric(column) ? (["percent", "amount"] as const) : []),
    ...(isList ? (["add", "remove"] as const) : []),
    ...(isText ? (["replace"] as const) : []),
    "clear",
  ];
  return names.map((name) => ({ name, label: labels[name] }));
}

/** The new value of a cell; the old one where the operation does not apply. */
export function bulkValue({ name, value, find, replacement, by }: BulkOperation, before: unknown): CellReading {
  switch (name) {
    case "set":
      return { value };
    case "clear":
      return { value: null };
    case "add":
      return { value: [...listOf(before), ...listOf(value).filter((one) => !listOf(before).includes(one))] };
    case "remove": {
      const left = listOf(before).filter((one) => !listOf(value).includes(one));
      return { value: left.length === 0 ? null : left };
    }
    case "replace":
      return { value: typeof before === "string" && find !== "" ? before.replaceAll(find, replacement) : before };
    case "percent":
      return { value: typeof before === "number" ? rounded(before * (1 + by / 100), before) : before };
    case "amount":
      return { value: typeof before === "number" ? rounded(before + by, before, by) : before };
  }
}

/** Whether an operation changes a value. */
export function changesValue(operation: BulkOperation, before: unknown): boolean {
  const reading = bulkValue(operation, before);
  return "value" in reading && !isSameJson(reading.value, before);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const decimalsMin = 2;
const decimalsMax = 10;
/** Of the about 16 digits of a number, the last ones are inexact after a calculation. */
const digitsMax = 14;

/** As many decimals as the operands have, but at least two: 19.9 raised by 5 % is 20.9 and not 20.895000000000003. */
function rounded(value: number, ...operands: readonly number[]): number {
  const scale = 10 ** Math.min(decimalsMax, Math.max(decimalsMin, ...operands.map(decimalsOf)));
  // 20.895 is stored as a bit less, which must not round it down.
  const scaled = Number((Math.abs(value) * scale).toPrecision(digitsMax));
  return (Math.sign(value) * Math.round(scaled)) / scale;
}

function decimalsOf(value: number): number {
  const [, decimals = ""] = String(value).split(".");
  return decimals.length;
}
