import type { EntityType, Option } from "@weft/client";

/** An option while it is edited; it keeps its key when it is moved. */
export interface OptionRow extends Option {
  readonly key: string;
}

export function rowsOf(options: readonly Option[]): OptionRow[] {
  return options.map((option) => ({ ...option, key: option.value }));
}

/** Lines of a spreadsheet or typed: value, then a tab or comma, then the label. */
export function readOptions(lines: string): Option[] {
  return lines
    .split("\n")
    .map((line) => /^([^\t,]*)(?:[\t,](.*))?$/.exec(line.trim()))
    .flatMap((match) => {
      const value = match?.[1]?.trim() ?? "";
      const display = match?.[2]?.trim() ?? "";
      return value === "" ? [] : [{ value, display: display === "" ? value : display }];
    });
}

/** Moves a row up (-1) or down (1); at the end it stays. */
export function moveRow(rows: readonly OptionRow[], from: number, by: -1 | 1): readonly OptionRow[] {
  const row = rows[from];
  const other = rows[from + by];
  return row === undefined || other === undefined ? rows : rows.with(from, other).with(from + by, row);
}

/** The options to send; empty rows are skipped. */
export function optionsOf(rows: readonly OptionRow[]): Option[] {
  return rows
    .map(({ key: _key, value, display, ...rest }) => ({ ...rest, value: value.trim(), display: display.trim() }))
    .filter(({ value, display }) => value !== "" || display !== "")
    .map((option) => (option.display === "" ? { ...option, display: option.value } : option));
}

/** The first error of the rows, as a sentence. */
export function validateRows(rows: readonly OptionRow[]): string | undefined {
  const options = optionsOf(rows);
  if (options.some(({ value }) => value === "")) return "Every option needs a value.";
  const seen = new Set<string>();
  const twice = options.find(({ value }) => seen.size === seen.add(value).size);
  return twice === undefined ? undefined : `The value ${twice.value} occurs twice.`;
}

/** The changes in short. */
export function describeRowChanges(before: readonly Option[], rows: readonly OptionRow[]): string[] {
  const after = optionsOf(rows);
  const values = new Set(after.map(({ value }) => value));
  const known = new Map(before.map((option) => [option.value, option]));
  const added = after.filter(({ value }) => !known.has(value)).length;
  const removed = before.filter(({ value }) => !values.has(value)).length;
  const renamed = after.filter(
    ({ value, display }) => known.has(value) && known.get(value)?.display !== display,
  ).length;
  const colored = after.filter(({ value, color }) => known.has(value) && known.get(value)?.color !== color).length;
  const kept = before.map(({ value }) => value).filter((value) => values.has(value));
  const isMoved =
    after
      .map(({ value }) => value)
      .filter((value) => known.has(value))
      .join("\n") !== kept.join("\n");
  return [
    ...(added > 0 ? [`${added} added`] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
    ...(renamed > 0 ? [`${renamed} renamed`] : []),
    ...(colored > 0 ? [`${colored} colored`] : []),
    ...(isMoved ? ["reordered"] : []),
  ];
}

export interface OptionSetUser {
  readonly typePath: string;
  readonly slug: string;
  readonly label: string;
}

/** The properties that use a set. */
export function usersOf(types: readonly EntityType[], optionSetId: string): OptionSetUser[] {
  return types.flatMap(({ typePath, properties }) =>
    properties
      .filter((property) => property["optionSetId"] === optionSetId)
      .map(({ slug, label }) => ({ typePath, slug, label })),
  );
}
