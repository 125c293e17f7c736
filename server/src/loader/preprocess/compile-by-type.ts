import type { ColumnTable } from "./column-table.ts";
import { type ConvertOptions, compileOptions, type OptionColumn, readerOfOptions } from "./convert-options.ts";
import type { LoadProperties } from "./load-properties.ts";

/** A column with new values. */
type NewColumn = Pick<OptionColumn, "slot" | "cell">;

/**
 * Step 4, and again in step 6 for results of step 5: labels become slugs, and display texts of options their values.
 */
export function compileByType(
  table: ColumnTable,
  columns: readonly NewColumn[],
  { properties, fixedNames }: { readonly properties: LoadProperties; readonly fixedNames: ReadonlySet<string> },
): ConvertOptions | undefined {
  renameColumns(table, properties, fixedNames);
  const { names } = table;
  return compileOptions(
    columns.flatMap(({ slot, cell }) => {
      const read = optionsOf(names[slot] ?? "", properties);
      return read === undefined ? [] : [{ slot, cell, read }];
    }),
  );
}

/** If a column already has the slug, it wins, and the column with the label is unchanged. */
function renameColumns(table: ColumnTable, properties: LoadProperties, fixedNames: ReadonlySet<string>): void {
  for (const [slot, name] of table.names.entries()) {
    if (fixedNames.has(name)) continue;
    const meaning = properties.meaningOf(name);
    if (meaning.kind === "property" && table.slotOf(meaning.column) === undefined) {
      table.rename(slot, meaning.column);
    }
  }
}

function optionsOf(name: string, properties: LoadProperties): OptionColumn["read"] | undefined {
  const meaning = properties.meaningOf(name);
  const isNamed = meaning.kind === "property" && meaning.column === name;
  return isNamed ? readerOfOptions(meaning.definitions) : undefined;
}
