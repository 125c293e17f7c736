import { parseNumber } from "../../ui/local-format.ts";
import type { Option } from "./cell-text.ts";
import { comparedAsOf, type Filter, type FilterEntry, labelOfOperator, type OperatorName } from "./filter.ts";
import type { GridColumn } from "./grid-column.ts";

/** A filter that was typed, such as "women" or "price < 150", and how it is offered. */
export interface QuickFilter {
  readonly label: string;
  readonly filter: Filter;
}

const offeredMax = 8;

const comparisons: Readonly<Record<string, OperatorName>> = {
  "=": "is",
  ">": "gt",
  ">=": "gte",
  "≥": "gte",
  "<": "lt",
  "<=": "lte",
  "≤": "lte",
};

/** The filters that a text may mean: an option of any column, or a comparison of a number. */
export function quickFiltersOf(
  text: string,
  columns: readonly GridColumn[],
  optionsOf: (column: GridColumn) => readonly Option[],
): QuickFilter[] {
  const typed = text.trim().toLowerCase();
  if (typed === "") return [];
  const options = columns.flatMap((column) =>
    optionsOf(column)
      .filter(({ display }) => display.toLowerCase().includes(typed))
      .map(
        ({ value, display }): QuickFilter => ({
          label: `${column.label}: ${display}`,
          filter: [column.field, "in", value],
        }),
      ),
  );
  const begins = ({ label }: QuickFilter) => label.toLowerCase().includes(`: ${typed}`);
  const inOrder = [...options.filter(begins), ...options.filter((option) => !begins(option))];
  return [...comparisonsOf(typed, columns), ...inOrder].slice(0, offeredMax);
}

function comparisonsOf(typed: string, columns: readonly GridColumn[]): QuickFilter[] {
  const [, name = "", sign = "", amount = ""] = /^(.+?)\s*(<=|>=|[<>=≤≥])\s*(.+)$/.exec(typed) ?? [];
  const operator = comparisons[sign];
  const value = parseNumber(amount);
  if (operator === undefined || value === undefined) return [];
  return columns
    .filter((column) => comparedAsOf(column) === "number" && column.label.toLowerCase().includes(name))
    .map((column) => ({
      label: `${column.label} ${labelOfOperator(column, operator)} ${amount}`,
      filter: [column.field, operator, String(value)],
    }));
}

/** Another option of a column that is filtered already is one more that may match. */
export function addQuickFilter(entries: readonly FilterEntry[], filter: Filter): readonly FilterEntry[] {
  const [field, operator, ...values] = filter;
  const place = entries.findIndex(([ofField, ofOperator]) => ofField === field && ofOperator === "in");
  const before = entries[place];
  if (operator !== "in" || before === undefined) return [...entries, filter];
  const merged: Filter = [field, "in", ...new Set([...before.slice(2).map(String), ...values])];
  return entries.with(place, merged);
}
