import type { AssortmentSplit, LoaderProcessCreate } from "@weft/client";

const valuesMax = 50;

/** A split by this column, with an entry for each value in the first rows; existing entries are kept. */
export function splitOn(
  { assortmentSplit, ...rest }: LoaderProcessCreate,
  column: string,
  cells: readonly string[],
): LoaderProcessCreate {
  const former = new Map(assortmentSplit?.values.map((entry) => [entry.value, entry]));
  const values = [...new Set(cells.filter((cell) => cell !== ""))].slice(0, valuesMax);
  const entries = values.map((value) => former.get(value) ?? { value });
  return { ...rest, assortmentSplit: { ...assortmentSplit, fieldToSplitOn: column, values: entries } };
}

/** Undefined takes the assortment from the row. */
export function assignValue(
  split: AssortmentSplit,
  value: string,
  assortmentIdentifier: string | undefined,
): AssortmentSplit {
  const entry = assortmentIdentifier === undefined ? { value } : { value, assortmentIdentifier };
  return { ...split, values: split.values.map((one) => (one.value === value ? entry : one)) };
}
