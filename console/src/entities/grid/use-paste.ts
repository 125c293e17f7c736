import { useCallback, useState } from "react";
import { notifyError } from "../../ui/notify.ts";
import type { EntityRows } from "./entity-rows.ts";
import { referredKind } from "./grid-calls.ts";
import type { GridColumn } from "./grid-column.ts";
import { type GridTools, useGridTools } from "./grid-tools.ts";
import { lookUpTexts } from "./look-up-texts.ts";
import type { CellPlace } from "./move-cell.ts";
import { type PastePlan, planPaste } from "./plan-paste.ts";
import { entriesOf, readCell } from "./read-cell.ts";

type Block = readonly (readonly string[])[];

export interface Paste {
  readonly plan: PastePlan | undefined;
  readonly begin: (place: CellPlace, block: Block) => void;
  readonly end: () => void;
}

/** From the clipboard to a plan for review. A single cell is written at once, as if typed. */
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
        } else if (!isSingle(block) || made.errors.length + made.locked.length > 0) {
          setPlan(made);
        }
      };
      work().catch(notifyError);
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

/** The ids of the texts in reference columns, by column. Their names are kept, to be shown in the plan. */
async function lookUpReferences({ weft, names }: GridTools, columns: readonly GridColumn[], block: Block) {
  const found = await Promise.all(
    columns.map(async (column, place) => {
      const texts = block.flatMap((row) => textsIn(column, row[place] ?? ""));
      const lookedUp = await lookUpTexts(weft, column, [...new Set(texts)]);
      names.learn(lookedUp.names);
      return [column.field, lookedUp.ids] as const;
    }),
  );
  return new Map(found);
}

/** Only a list is separated by commas; a single name may contain some. */
function textsIn(column: GridColumn, text: string): string[] {
  if (referredKind(column) === undefined || text.trim() === "") return [];
  return column.property.propertyType === "object_reference" ? [text.trim()] : entriesOf(text);
}

function isSingle(block: Block): boolean {
  return block.length === 1 && block[0]?.length === 1;
}
