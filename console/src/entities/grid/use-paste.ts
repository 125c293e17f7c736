import { useCallback, useState } from "react";
import { notifyFault } from "../../ui/notify.ts";
import type { EntityRows } from "./entity-rows.ts";
import { lookUpTexts, referredKind } from "./grid-calls.ts";
import type { GridColumn } from "./grid-column.ts";
import { type GridTools, useGridTools } from "./grid-tools.ts";
import type { CellPlace } from "./move-cell.ts";
import { type PastePlan, planPaste } from "./plan-paste.ts";
import { entriesOf, readCell } from "./read-cell.ts";

type Block = readonly (readonly string[])[];

export interface Paste {
  readonly plan: PastePlan | undefined;
  readonly begin: (place: CellPlace, block: Block) => void;
  readonly end: () => void;
}

/** From the clipboard to a plan that somebody can look at. A single cell is written at once, as if it had been typed. */
export function usePaste(
  rows: EntityRows,
  columns: readonly GridColumn[],
  write: (id: string, column: GridColumn, value: unknown) => void,
): Paste {
  const tools = useGridTools();
  const [plan, setPlan] = useState<PastePlan>();
  const begin = useCallback(
    (place: CellPlace, block: Block) => {
      const work = async () => {
        await rows.readTo(place.row + block.length - 1);
        const made = await makePlan({ rows, columns, place, block }, tools);
        const [only] = made.rows;
        const [cell] = only?.cells ?? [];
        if (isSingle(block) && only !== undefined && cell !== undefined) {
          write(only.row.id, cell.column, cell.after);
        } else if (!isSingle(block) || made.faults.length + made.locked.length > 0) {
          setPlan(made);
        }
      };
      work().catch(notifyFault);
    },
    [rows, columns, tools, write],
  );
  const end = useCallback(() => setPlan(undefined), []);
  return { plan, begin, end };
}

interface PasteAt {
  readonly rows: EntityRows;
  readonly columns: readonly GridColumn[];
  readonly place: CellPlace;
  readonly block: Block;
}

async function makePlan({ rows, columns, place, block }: PasteAt, tools: GridTools): Promise<PastePlan> {
  const reached = columns.slice(place.column);
  const ids = await lookUpReferences(tools, reached, block);
  return planPaste({
    block,
    rows: rows.state().rows.slice(place.row, place.row + block.length),
    columns: reached,
    read: (column, text) =>
      readCell(column, text, { options: tools.optionsOf(column), ids: ids.get(column.field) ?? new Map() }),
    whyLocked: tools.whyLocked,
  });
}

/** What the texts in columns of references stand for, by column. */
async function lookUpReferences({ weft }: GridTools, columns: readonly GridColumn[], block: Block) {
  const found = await Promise.all(
    columns.map(async (column, place) => {
      const texts = referredKind(column) === undefined ? [] : block.flatMap((row) => entriesOf(row[place] ?? ""));
      return [column.field, await lookUpTexts(weft, column, [...new Set(texts)])] as const;
    }),
  );
  return new Map(found);
}

function isSingle(block: Block): boolean {
  return block.length === 1 && block[0]?.length === 1;
}
