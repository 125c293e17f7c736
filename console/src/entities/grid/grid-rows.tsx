import type { ReactNode } from "react";
import { type CellRange, isSingle } from "./cell-range.ts";
import classes from "./entity-grid.module.css";
import type { EntityRows } from "./entity-rows.ts";
import type { GridLine, RowLine } from "./grid-line.ts";
import { BoneRow, GridRow, type RowFrame } from "./grid-row.tsx";
import { GroupRow } from "./groups/group-row.tsx";
import type { ListFigures } from "./groups/use-groups.ts";
import type { CellPlace } from "./move-cell.ts";
import type { GridLayout } from "./use-grid-layout.ts";
import { usePacedRows } from "./use-paced-rows.ts";
import type { RowSelection } from "./use-row-selection.ts";

interface GridRowsProps {
  readonly rows: EntityRows;
  readonly layout: GridLayout;
  readonly frame: RowFrame;
  readonly active: CellPlace;
  readonly range: CellRange;
  readonly selection: RowSelection;
  /** Of the groups. */
  readonly figures: ListFigures;
  /** The message at the active cell. */
  readonly at: { readonly editor: ReactNode; readonly note: string | undefined };
}

/** A row may be in several groups. */
function keyOf({ groupKey, row }: RowLine): string {
  return groupKey === undefined ? row.id : `${groupKey}/${row.id}`;
}

/** The lines in sight. */
export function GridRows(props: GridRowsProps) {
  const { layout, rows, active } = props;
  const fullRows = usePacedRows(layout, rows, active.row);
  const lines = layout.rows.getVirtualItems().map(({ index, start }) => {
    return lineOf(props, fullRows.has(index) ? rows.lineAt(index) : undefined, index, start);
  });
  return <tbody className={classes["body"]}>{lines}</tbody>;
}

/** Without a line: one that is loading, or shown in full later. */
function lineOf(props: GridRowsProps, line: GridLine | undefined, index: number, top: number) {
  const { frame, active, figures } = props;
  const place = { ...frame, index, top };
  const activeColumn = index === active.row ? active.column : undefined;
  switch (line?.kind) {
    case undefined:
      return <BoneRow key={index} {...place} active={active} />;
    case "group":
      return <GroupRow key={line.group.key} {...place} line={line} figures={figures} activeColumn={activeColumn} />;
    case "row":
      return <GridRow key={keyOf(line)} {...place} {...stateOf(props, line, index)} activeColumn={activeColumn} />;
  }
}

/** What distinguishes a row from the others. */
function stateOf({ rows, active, range, selection, at }: GridRowsProps, line: RowLine, index: number) {
  const isRanged = !isSingle(range) && index >= range.top && index <= range.bottom;
  const isActive = index === active.row;
  const { id } = line.row;
  return {
    line,
    marks: rows.state().marks.get(id),
    isSelected: selection.ids.has(id),
    onToggle: selection.toggle,
    rangeFrom: isRanged ? range.left : undefined,
    rangeTo: isRanged ? range.right : undefined,
    handleAt: index === range.bottom ? range.right : undefined,
    editor: isActive ? at.editor : undefined,
    note: isActive ? at.note : undefined,
  };
}
