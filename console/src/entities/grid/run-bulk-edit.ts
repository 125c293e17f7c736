import type { Weft } from "@weft/client";
import { type AnyEntity, fullTitleOf } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import { placeOf } from "../entity-property.ts";
import { type BulkOperation, bulkValue } from "./bulk-operation.ts";
import type { GridListing } from "./grid-calls.ts";
import type { GridColumn } from "./grid-column.ts";
import type { GridTools } from "./grid-tools.ts";
import { planCells } from "./plan-cells.ts";
import type { CellChange, CellsOutcome } from "./write-cells.ts";

const pageMax = 1000;

/** One column of some rows, and what to do with it. */
export interface BulkEdit {
  readonly column: GridColumn;
  readonly operation: BulkOperation;
}

/** What the edit would change in these rows, styles before their options, which inherit from them. */
export function planBulkEdit({ column, operation }: BulkEdit, rows: readonly AnyEntity[], { whyLocked }: GridTools) {
  const rankOf = (row: AnyEntity) => (placeOf(row) === "option" ? 1 : 0);
  const ordered = [...rows].sort((one, other) => rankOf(one) - rankOf(other));
  return planCells({
    block: ordered.map((row) => [{ text: "", reading: bulkValue(operation, row[column.field]) }]),
    rows: ordered,
    columns: [column],
    whyLocked,
  });
}

/** Every row that matches, with what the edit needs. All are read before the first is written, which may move it. */
export async function readMatching(
  weft: Weft,
  { kind, listing, column }: { readonly kind: EntityKind; readonly listing: GridListing; readonly column: GridColumn },
  onProgress: (count: number) => void,
  signal: AbortSignal,
): Promise<AnyEntity[]> {
  const fields = [
    ...new Set(["name", "federatedId", "typePath", "entityType", "version", column.field, ...extraOf(kind)]),
  ];
  const all: AnyEntity[] = [];
  const pages = weft.entities.pages<AnyEntity>({ entityName: kind.name, ...listing, fields, limit: pageMax, signal });
  for await (const { results } of pages) {
    all.push(...results);
    onProgress(all.length);
  }
  return all;
}

function extraOf({ name }: EntityKind): string[] {
  return name === "item" ? ["optionName", "itemFamilyId"] : [];
}

interface BulkRun {
  readonly changes: readonly CellChange[];
  readonly write: (changes: readonly CellChange[]) => Promise<CellsOutcome>;
  readonly onProgress: (count: number) => void;
  readonly signal: AbortSignal;
}

/** Writes the changes in batches. After a cancel, what was written stays, and can be undone. */
export async function runBulkEdit({ changes, write, onProgress, signal }: BulkRun): Promise<CellsOutcome> {
  const outcomes: CellsOutcome[] = [];
  for (let from = 0; from < changes.length && !signal.aborted; from += pageMax) {
    outcomes.push(await write(changes.slice(from, from + pageMax)));
    onProgress(Math.min(from + pageMax, changes.length));
  }
  return {
    written: outcomes.flatMap(({ written }) => written),
    overtaken: outcomes.flatMap(({ overtaken }) => overtaken),
    refused: outcomes.flatMap(({ refused }) => refused),
    entities: [],
  };
}

/** Why the service would reject rows: a dry run of some of the changes. */
export async function findRefusals(
  weft: Weft,
  { name: entityName }: EntityKind,
  rows: readonly { readonly row: AnyEntity; readonly after: unknown }[],
  { column, signal }: { readonly column: GridColumn; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  if (rows.length === 0) return [];
  const operations = rows.map(({ row, after }) => ({
    op: "update" as const,
    id: row.id,
    object: { [column.field]: after ?? null },
  }));
  const { results } = await weft.entities.batch({ entityName, operations, atomic: false, dryRun: true, signal });
  return rows.flatMap(({ row }, index) => {
    const { status = 0, problem } = results[index] ?? {};
    const details = problem?.errors?.map(({ detail }) => detail).join(" ") ?? problem?.detail ?? "Rejected.";
    return status >= 400 ? [`${fullTitleOf(row)}: ${details}`] : [];
  });
}
