import { columnNames } from "../../platform/expressions/names/column-names.ts";
import type { NameInBraces } from "../../platform/expressions/names/name-resolver.ts";
import type { ColumnTable } from "./column-table.ts";
import type { RowNames } from "./expression-compiler.ts";
import type { NearestColumn } from "./nearest-column.ts";

/**
 * The current columns of the table as names in expressions; a renamed column has both its names. The columns before
 * step 5 are prepared once: a file may have thousands, and each definition adds one.
 */
export function rowNames(table: ColumnTable, nearest: NearestColumn): RowNames {
  const before = columnNames(table.readableNames);
  const beforeCount = table.size;
  let made = columnNames([]);
  let preparedCount = beforeCount;
  const prepareMade = () => {
    if (preparedCount !== table.size) made = columnNames(table.names.slice(beforeCount));
    preparedCount = table.size;
    return made;
  };
  return {
    holdsObjects: false,
    has: (name) => table.slotOf(name) !== undefined,
    nameAt: (source, offset) => longer(before.nameAt(source, offset), prepareMade().nameAt(source, offset)),
    // One for the whole load: it bounds the search time of a hostile configuration.
    closest: (name) => nearest.find(name),
    reader: (name) => {
      const slot = table.slotOf(name);
      return slot === undefined ? undefined : (values) => values[slot];
    },
  };
}

function longer(one: NameInBraces | undefined, other: NameInBraces | undefined): NameInBraces | undefined {
  return (other?.end ?? 0) > (one?.end ?? 0) ? other : one;
}
