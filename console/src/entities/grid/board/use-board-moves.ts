import { useState } from "react";
import { pluralize } from "../../../ui/format.ts";
import { type AnyEntity, fullTitleOf } from "../../any-entity.ts";
import { wordOf } from "../../entity-kind.ts";
import type { EntityRows } from "../entity-rows.ts";
import type { GridColumn } from "../grid-column.ts";
import { useGridTools } from "../grid-tools.ts";
import { planCells } from "../plan-cells.ts";
import type { GridEdits } from "../use-grid-edits.tsx";
import type { RowSelection } from "../use-row-selection.ts";
import { type BoardColumn, keyOf, noValue } from "./board-columns.ts";

export type BoardMoves = ReturnType<typeof useBoardMoves>;

interface MovesInput {
  readonly rows: EntityRows;
  readonly column: GridColumn;
  readonly selection: RowSelection;
  readonly edits: GridEdits;
}

/** What was done last, or why it was not. */
export interface BoardNote {
  readonly text: string;
  readonly isProblem: boolean;
}

/** Moves cards to other columns: the property of the entities is written, and can be undone. */
export function useBoardMoves({ rows, column, selection, edits }: MovesInput) {
  const { kind, whyLocked } = useGridTools();
  const [note, setNote] = useState<BoardNote>();
  const noun = [wordOf(kind), wordOf(kind, 2)] as const;
  const why = (row: AnyEntity) =>
    column.property.isDisabled ? `${column.label} is disabled in its type.` : whyLocked(column, row);
  /** A selected card takes the others along. */
  const movedWith = (id: string) =>
    (selection.ids.has(id) ? [...selection.ids] : [id]).flatMap((one) => rows.rowOf(one) ?? []);
  /** Why none of these cards can be moved; undefined if some can. */
  const whyStuck = (id: string) => {
    const reasons = movedWith(id).map(why);
    return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
  };
  return {
    note,
    why,
    whyStuck,
    countOf: (id: string) => movedWith(id).length,
    describe: (id: string) => describe(movedWith(id), noun),
    report: (text: string, isProblem = false) => setNote({ text, isProblem }),
    /** Returns whether something is moved. */
    move: (id: string, to: BoardColumn): boolean => {
      const moved = movedWith(id).filter((row) => keyOf(row[column.field]) !== to.key);
      const reason = moved.length === 0 ? undefined : whyStuck(id);
      if (moved.length === 0) return false;
      if (reason !== undefined || !to.isTarget) {
        setNote({ text: `Not moved: ${reason ?? `${to.label} is not an option any more.`}`, isProblem: true });
        return false;
      }
      const value = to.key === noValue ? undefined : to.key;
      const [first] = moved;
      if (moved.length === 1 && first !== undefined) edits.writeCell(first.id, column, value);
      else edits.propose(actOf(to, noun), planOf(moved, value, to.label));
      setNote({ text: `${describe(moved, noun)} moved to ${to.label}.`, isProblem: false });
      return true;
    },
  };

  function planOf(moved: readonly AnyEntity[], value: string | undefined, text: string) {
    const block = moved.map(() => [{ text, reading: { value } }]);
    return planCells({ block, rows: moved, columns: [column], whyLocked: (_, row) => why(row) });
  }
}

function actOf({ label }: BoardColumn, noun: readonly [string, string]) {
  return { title: `Move to ${label}`, done: `moved to ${label}`, noun };
}

function describe(moved: readonly AnyEntity[], noun: readonly [string, string]): string {
  const [first] = moved;
  return moved.length === 1 && first !== undefined ? fullTitleOf(first) : pluralize(moved.length, ...noun);
}
