import type { VirtualItem } from "@tanstack/react-virtual";
import type { ReactNode } from "react";
import { type CellRange, isSingle } from "./cell-range.ts";
import classes from "./entity-grid.module.css";
import type { EntityRows } from "./entity-rows.ts";
import type { RowLine } from "./grid-line.ts";
import { BoneRow, GridRow, type RowFrame } from "./grid-row.tsx";
import type { CellPlace } from "./move-cell.ts";
import type { RowSelection } from "./use-row-selection.ts";

interface GridRowsProps {
  readonly rows: EntityRows;
  readonly shownRows: readonly VirtualItem[];
  readonly frame: RowFrame;
  readonly active: CellPlace;
  readonly range: CellRange;
  readonly selection: RowSelection;
  /** The message at the active cell. */
  readonly at: { readonly editor: ReactNode; readonly note: string | undefined };
}

/** A row may be in several groups. */
function keyOf({ groupKey, row }: RowLine): string {
  return groupKey === undefined ? row.id : `${groupKey}/${row.id}`;
}

/** The lines in sight. */
export function GridRows({ rows, shownRows, frame, active, range, selection, at }: GridRowsProps) {
  const { marks } = rows.state();
  const isOne = isSingle(range);
  return (
    <tbody className={classes["body"]}>
      {shownRows.map(({ index, start }) => {
        const line = rows.lineAt(index);
        if (line?.kind !== "row") return <BoneRow key={index} {...frame} index={index} top={start} active={active} />;
        const isActive = index === active.row;
        const isRanged = !isOne && index >= range.top && index <= range.bottom;
        const { id } = line.row;
        return (
          <GridRow
            key={keyOf(line)}
            {...frame}
            line={line}
            index={index}
            top={start}
            marks={marks.get(id)}
            isSelected={selection.ids.has(id)}
            onToggle={selection.toggle}
            activeColumn={isActive ? active.column : undefined}
            rangeFrom={isRanged ? range.left : undefined}
            rangeTo={isRanged ? range.right : undefined}
            handleAt={index === range.bottom ? range.right : undefined}
            editor={isActive ? at.editor : undefined}
            note={isActive ? at.note : undefined}
          />
        );
      })}
    </tbody>
  );
}
