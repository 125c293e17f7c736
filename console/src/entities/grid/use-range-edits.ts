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
  const withRows = (count: number, work: () => Promise<void>) => {
    const begin = async () => {
      if (count > rowsMax) {
        throw new Error(`Select at most ${formatNumber(rowsMax)} rows, or use Edit for all rows that match.`);
      }
      await work();
    };
    begin().catch(notifyError);
  };
  const propose = (act: keyof typeof acts, rowsOfAct: readonly AnyEntity[], left: number, block: CellInputs) =>
    edits.propose(
      acts[act],
      planCells({ block, rows: rowsOfAct, columns: columns.slice(left), whyLocked: tools.whyLocked }),
    );
  return {
    clear: (range: CellRange) =>
      withRows(sizeOfRange(range).rows, async () => {
        const cleared = await rows.readBetween(range.top, range.bottom);
        const { columns: width } = sizeOfRange(range);
        propose(
          "clear",
          cleared,
          range.left,
          blockOf(cleared.length, width, () => emptyCell),
        );
      }),
    fill: (from: CellRange, to: CellRange) =>
      withRows(sizeOfRange(to).rows, async () => {
        const filled = await rows.readBetween(to.top, to.bottom);
        // Headers of groups are not filled: the source is found among the rows alone.
        const before = rows.rowsBetween(to.top, from.top - 1).length;
        const count = rows.rowsBetween(from.top, from.bottom).length;
        if (count === 0) return;
        const source = { ...from, top: before, bottom: before + count - 1 };
        const inputAt = (row: number, column: number) => {
          const place = sourceOf(source, { row, column: to.left + column });
          const [given, taken] = [columns[place.column], columns[to.left + column]];
          if (given === undefined || taken === undefined) return emptyCell;
          return filledWith(given, taken, filled[place.row]?.[given.field], tools);
        };
        propose("fill", filled, to.left, blockOf(filled.length, sizeOfRange(to).columns, inputAt));
      }),
    paste: (selected: CellRange, block: Block) => {
      const spread = spreadBlock(block, selected);
      withRows(spread.length, async () => {
        const pasted = await rows.readFrom(selected.top, spread.length);
        propose("paste", pasted, selected.left, await readBlock(columns.slice(selected.left), spread, tools));
      });
    },
  };
}

type CellInputs = readonly (readonly CellInput[])[];

const acts = {
  clear: { title: "Clear cells", done: "cleared" },
  fill: { title: "Fill cells", done: "filled" },
  paste: { title: "Paste from a spreadsheet", done: "pasted" },
} as const;

const emptyCell: CellInput = { text: "", reading: { value: null } };

function blockOf(rows: number, columns: number, inputAt: (row: number, column: number) => CellInput): CellInputs {
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_cell, column) => inputAt(row, column)),
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
