import type { Database } from "../database/database.ts";
import type { SealAge, SecretBox } from "../secret-box.ts";
import type { SealedTable } from "./sealed-table.ts";
import { listSealedRows, type SealedRow } from "./sealed-value-store.ts";

/** Sealed values, by the secret that they are sealed with. */
export type SealCounts = Readonly<Record<SealAge, number>>;

export const noSeals: SealCounts = { current: 0, former: 0, unreadable: 0 };

const pageRows = 500;

/** Counts the values of a table, of all rows or of the first ones. */
export async function countSeals(
  db: Database,
  secrets: SecretBox,
  table: SealedTable,
  rowsMax = Number.POSITIVE_INFINITY,
): Promise<SealCounts> {
  let counts = noSeals;
  for await (const page of sealPages(db, secrets, table, rowsMax)) {
    counts = addSeals(counts, page);
  }
  return counts;
}

export async function* sealPages(
  db: Database,
  secrets: SecretBox,
  table: SealedTable,
  rowsMax = Number.POSITIVE_INFINITY,
): AsyncGenerator<SealCounts> {
  let after: readonly string[] | undefined;
  for (let seen = 0; seen < rowsMax; seen += pageRows) {
    const rows = await listSealedRows(db, table, { after, limit: pageRows });
    yield countRows(secrets, table, rows);
    if (rows.length < pageRows) {
      return;
    }
    after = rows.at(-1)?.key;
  }
}

export function addSeals(one: SealCounts, other: SealCounts): SealCounts {
  return {
    current: one.current + other.current,
    former: one.former + other.former,
    unreadable: one.unreadable + other.unreadable,
  };
}

function countRows(secrets: SecretBox, table: SealedTable, rows: readonly SealedRow[]): SealCounts {
  const counts = { ...noSeals };
  for (const { sealed, context } of rows.flatMap((row) => sealedValuesOf(table, row))) {
    counts[secrets.ageOf(sealed, context)] += 1;
  }
  return counts;
}

/** Empty ones hold no secret: an import leaves them for values that must be entered again. */
export function sealedValuesOf(table: SealedTable, { key, values }: SealedRow) {
  const context = table.contextOf(key);
  return table.columns.flatMap((column, index) => {
    const sealed = values[index] ?? null;
    return sealed === null || sealed.length === 0 ? [] : [{ key, column, context, sealed }];
  });
}
