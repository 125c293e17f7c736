import type { ColumnTable } from "./column-table.ts";
import { type ConvertOptions, compileOptions, type OptionColumn, readerOfOptions } from "./convert-options.ts";
import type { LoadProperties } from "./load-properties.ts";

/** A column whose values are new. */
type NewColumn = Pick<OptionColumn, "slot" | "cell">;

/** Step 4, and again in 6 for what step 5 has made: labels become slugs, and displays of options their values. */
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

/** Where a column is called by the slug already, it wins, and the one with the label stays as it is. */
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
