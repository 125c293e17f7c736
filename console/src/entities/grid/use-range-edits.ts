import { formatNumber } from "../../ui/format.ts";
import { notifyError } from "../../ui/notify.ts";
import type { AnyEntity } from "../any-entity.ts";
import { type CellRange, sizeOfRange, sourceOf, spreadBlock } from "./cell-range.ts";
import { type CellReading, plainText, readCell } from "./cell-text.ts";
import type { EntityRows } from "./entity-rows.ts";
import type { GridColumn } from "./grid-column.ts";
import { type GridTools, useGridTools } from "./grid-tools.ts";
import { lookUpReferences } from "./look-up-references.ts";
import { type CellInput, planCells } from "./plan-cells.ts";
import type { GridEdits } from "./use-grid-edits.tsx";

type Block = readonly (readonly string[])[];

/** What is edited as a whole. The service accepts so many rows at once. */
const rowsMax = 10_000;

/** Edits of a range of cells: each is one request, and one step to undo. */
export function useRangeEdits(rows: EntityRows, columns: readonly GridColumn[], edits: GridEdits) {
  const tools = useGridTools();
  const inRange = (range: CellRange, work: (read: readonly AnyEntity[]) => Promise<void> | void) => {
    const begin = async () => {
      if (sizeOfRange(range).rows > rowsMax) {
        throw new Error(`Select at most ${formatNumber(rowsMax)} rows, or use Edit for all rows that match.`);
      }
      await rows.readTo(range.bottom);
      await work(rows.state().rows);
    };
    begin().catch(notifyError);
  };
  const propose = (act: keyof typeof acts, range: CellRange, block: readonly (readonly CellInput[])[]) =>
    edits.propose(
      acts[act],
      planCells({
        block,
        rows: rows.state().rows.slice(range.top, range.top + block.length),
        columns: columns.slice(range.left),
        whyLocked: tools.whyLocked,
      }),
    );
  return {
    clear: (range: CellRange) =>
      inRange(range, () =>
        propose(
          "clear",
          range,
          blockOf(range, () => cleared),
        ),
      ),
    fill: (from: CellRange, to: CellRange) =>
      inRange(to, (read) =>
        propose(
          "fill",
          to,
          blockOf(to, (row, column) => {
            const source = sourceOf(from, { row, column });
            const [given, taken] = [columns[source.column], columns[column]];
            const value = given === undefined ? undefined : read[source.row]?.[given.field];
            return given === undefined || taken === undefined ? cleared : filledWith(given, taken, value, tools);
          }),
        ),
      ),
    paste: (selected: CellRange, block: Block) => {
      const spread = spreadBlock(block, selected);
      const range = { ...selected, bottom: selected.top + spread.length - 1 };
      inRange(range, async () => {
        const inputs = await readBlock(columns.slice(range.left), spread, tools);
        propose("paste", range, inputs);
      });
    },
  };
}

const acts = {
  clear: { title: "Clear cells", done: "cleared" },
  fill: { title: "Fill cells", done: "filled" },
  paste: { title: "Paste from a spreadsheet", done: "pasted" },
} as const;

const cleared: CellInput = { text: "", reading: { value: null } };

function blockOf(range: CellRange, inputAt: (row: number, column: number) => CellInput): CellInput[][] {
  const { rows, columns } = sizeOfRange(range);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_cell, column) => inputAt(range.top + row, range.left + column)),
  );
}

async function readBlock(columns: readonly GridColumn[], block: Block, tools: GridTools): Promise<CellInput[][]> {
  const ids = await lookUpReferences(tools, columns, block);
  return block.map((texts) =>
    texts.map((text, place) => {
      const column = columns[place];
      // Counted as beyond the last column.
      if (column === undefined) return { text, reading: { value: null } };
      const names = { options: tools.optionsOf(column), ids: ids.get(column.field) ?? new Map() };
      return { text, reading: readCell(column, text, names) };
    }),
  );
}

/** A value in another column: the same where both have the same kind of values, else by its text. */
function filledWith(given: GridColumn, taken: GridColumn, value: unknown, tools: GridTools): CellInput {
  const text = plainText(given, value, tools.words);
  return { text, reading: isAlike(given, taken) ? { value: value ?? null } : readText(taken, text, tools) };
}

function readText(column: GridColumn, text: string, { optionsOf }: GridTools): CellReading {
  return readCell(column, text, { options: optionsOf(column), ids: new Map() });
}

function isAlike({ property: one }: GridColumn, { property: other }: GridColumn): boolean {
  return (
    one.propertyType === other.propertyType &&
    one.optionSetId === other.optionSetId &&
    one.referenceType === other.referenceType
  );
}
