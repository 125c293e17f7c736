import { formatTime } from "../../ui/time-ago.tsx";
import type { GridColumn } from "./grid-column.ts";

/** What values refer to: options by label, entities and users by name. */
export interface CellLabels {
  readonly displayOf: (optionSetId: string | undefined, value: string) => string;
  readonly nameOf: (id: string) => string | undefined;
}

/** A value as displayed in the grid. */
export function cellText(column: GridColumn, value: unknown, words: CellLabels): string {
  if (value === undefined || value === null) return "";
  const { propertyType, currency } = column.property;
  if (typeof value === "number") return numberText(propertyType, value, currency);
  if (propertyType === "datetime" && typeof value === "string") return formatTime(value);
  return plainText(column, value, words);
}

/** A value for a spreadsheet, which can be pasted back: exact, but options and references by name. */
export function plainText({ property }: GridColumn, value: unknown, { displayOf, nameOf }: CellLabels): string {
  const { propertyType, optionSetId } = property;
  switch (propertyType) {
    case "choice":
    case "multi_select":
      return joined(value, (option) => displayOf(optionSetId, option));
    case "object_reference":
    case "object_ref_list":
    case "user_list":
      return joined(value, (id) => nameOf(id) ?? id);
    case "size_range":
      return joined(sizesOf(value), (size) => size);
    default:
      return exactText(value);
  }
}

/** A value as edited as text, and as exported. */
export function exactText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((one) => typeof one === "string" && !one.includes(","))) {
    return value.join(",");
  }
  const sizes = sizesOf(value);
  return sizes === undefined ? JSON.stringify(value) : exactText(sizes);
}

function numberText(propertyType: string, value: number, currency: string | undefined): string {
  if (propertyType === "percent") return `${number.format(value)}%`;
  if (propertyType !== "currency") return number.format(value);
  return currency === undefined ? amount.format(value) : `${amount.format(value)} ${currency}`;
}

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 20 });
const amount = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 4 });

function joined(value: unknown, wordOf: (text: string) => string): string {
  const values: readonly unknown[] = Array.isArray(value)
    ? value
    : value === undefined || value === null
      ? []
      : [value];
  return values.map((one) => (typeof one === "string" ? wordOf(one) : JSON.stringify(one))).join(", ");
}

function sizesOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && "sizes" in value && Object.keys(value).length === 1
    ? value.sizes
    : undefined;
}
