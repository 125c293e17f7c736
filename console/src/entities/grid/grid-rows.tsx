import type { VirtualItem } from "@tanstack/react-virtual";
import type { ReactNode } from "react";
import { type CellRange, isSingle } from "./cell-range.ts";
import classes from "./entity-grid.module.css";
import type { EntityRows } from "./entity-rows.ts";
import type { RowLine } from "./grid-line.ts";
import { BoneRow, GridRow, type RowFrame } from "./grid-row.tsx";
import { GroupRow } from "./groups/group-row.tsx";
import type { ListFigures } from "./groups/use-groups.ts";
import type { CellPlace } from "./move-cell.ts";
import type { RowSelection } from "./use-row-selection.ts";

interface GridRowsProps {
  readonly rows: EntityRows;
  readonly shownRows: readonly VirtualItem[];
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
export function GridRows({ shownRows, ...props }: GridRowsProps) {
  return <tbody className={classes["body"]}>{shownRows.map(({ index, start }) => lineOf(props, index, start))}</tbody>;
}

function lineOf(props: Omit<GridRowsProps, "shownRows">, index: number, top: number) {
  const { rows, frame, active, figures } = props;
  const line = rows.lineAt(index);
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
function stateOf(
  { rows, active, range, selection, at }: Omit<GridRowsProps, "shownRows">,
  line: RowLine,
  index: number,
) {
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
