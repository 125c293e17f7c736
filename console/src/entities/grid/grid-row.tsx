import { memo, type ReactNode } from "react";
import { type AnyEntity, fullTitleOf, titleOf } from "../any-entity.ts";
import { isSameJson } from "../same-json.ts";
import { CellContent } from "./cell-content.tsx";
import classes from "./entity-grid.module.css";
import { type GridColumn, isCompleteness, isNumeric } from "./grid-column.ts";
import type { RowLine } from "./grid-line.ts";
import { useGridTools } from "./grid-tools.ts";
import type { CellPlace } from "./move-cell.ts";
import { hasOptions, NameCell } from "./name-cell.tsx";
import type { RowMarks } from "./row-store.ts";
import type { ColumnBox } from "./use-grid-layout.ts";

/** What all rows have in common. */
export interface RowFrame {
  /** The name first. */
  readonly columns: readonly GridColumn[];
  /** The columns in the page. */
  readonly boxes: readonly ColumnBox[];
  readonly width: number;
  /** Whether styles have their options below, or rows are in groups. */
  readonly isTree: boolean;
  /** The same function for all renders: rows compare it. */
  readonly rowOf: (id: string) => AnyEntity | undefined;
}

interface GridRowProps extends RowFrame {
  readonly line: RowLine;
  readonly index: number;
  readonly top: number;
  readonly marks: RowMarks | undefined;
  readonly isSelected: boolean;
  readonly onToggle: (index: number, isRange: boolean) => void;
  /** The column of the active cell; undefined in all rows but one. */
  readonly activeColumn: number | undefined;
  /** The columns of the range; undefined in rows outside of it. */
  readonly rangeFrom: number | undefined;
  readonly rangeTo: number | undefined;
  /** The column at whose corner the range is filled. */
  readonly handleAt: number | undefined;
  /** Covers the value of the active cell. */
  readonly editor: ReactNode;
  /** The message at the active cell. */
  readonly note: string | undefined;
}

/** One entity. Rendered again only when it changes, so that scrolling renders only new rows. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { line, index, top, columns, boxes, width, isTree, isSelected, onToggle, activeColumn } = props;
  const { row, place } = line;
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-level={isTree ? levelOf(line) : undefined}
      aria-expanded={hasOptions(line) ? line.isOpen : undefined}
      aria-posinset={place === undefined ? undefined : place + 1}
      aria-setsize={line.siblings}
      className={classes["row"]}
      style={{ top, width }}
      data-selected={isSelected || undefined}
      data-active={activeColumn === undefined ? undefined : true}
    >
      <td className={classes["check"]} aria-colindex={1}>
        <input
          type="checkbox"
          aria-label={`Select ${fullTitleOf(row)}`}
          checked={isSelected}
          readOnly
          tabIndex={activeColumn === undefined ? -1 : 0}
          onClick={(event) => onToggle(index, event.shiftKey)}
        />
      </td>
      {boxes.map((box) => {
        const column = columns[box.index];
        return column !== undefined && <Cell key={column.field} {...props} column={column} box={box} />;
      })}
    </tr>
  );
});

/** Groups contain styles, and styles their options. */
function levelOf({ groupKey, style }: RowLine): number {
  return 1 + (groupKey === undefined ? 0 : 1) + (style === undefined ? 0 : 1);
}

interface CellProps extends GridRowProps {
  readonly column: GridColumn;
  readonly box: ColumnBox;
}

function Cell({ column, box, ...props }: CellProps) {
  const { line, index, marks, activeColumn, rangeFrom, rangeTo, handleAt, editor, note } = props;
  const { row } = line;
  const { whyLocked } = useGridTools();
  const place = box.index;
  const isActive = activeColumn === place;
  const reason = whyLocked(column, row);
  const source = inheritedFrom(column, line);
  const error = marks?.errors.get(column.field);
  const isEdited = isActive && editor !== undefined;
  const isRanged = isBetween(place, rangeFrom, rangeTo);
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: In a grid it is a gridcell, which can be read-only.
    <td
      aria-colindex={place + 2}
      aria-selected={isRanged}
      aria-readonly={reason !== undefined}
      aria-invalid={error === undefined ? undefined : true}
      data-place={`${index}:${place}`}
      data-ranged={isRanged || undefined}
      data-locked={reason === undefined ? undefined : true}
      data-inherited={source === undefined ? undefined : true}
      data-pending={marks?.pending.has(column.field) === true ? true : undefined}
      data-invalid={error === undefined ? undefined : true}
      data-open={isEdited || (isActive && note !== undefined) || undefined}
      className={cellClass(column, box)}
      style={{ left: box.left, width: box.width }}
      title={error ?? source ?? reason}
      tabIndex={isActive ? 0 : -1}
    >
      {place === 0 ? <NameCell {...props} isActive={isActive} /> : <CellContent column={column} row={row} />}
      {handleAt === place && !isEdited && <span className={classes["handle"]} data-fill title="Drag to fill" />}
      {isEdited && editor}
      {isActive && note !== undefined && (
        <div role="status" className={classes["note"]}>
          {note}
        </div>
      )}
    </td>
  );
}

/** Where an option has its value from, if not from itself. */
function inheritedFrom({ field, property: { level } }: GridColumn, { row, style }: RowLine): string | undefined {
  if (style === undefined || row[field] === undefined) return undefined;
  const from = `Inherited from the style ${titleOf(style)}.`;
  if (level === "family") return `${from} Change it there.`;
  return level === "override" && isSameJson(row[field], style[field]) ? `${from} Edit it to override it.` : undefined;
}

function isBetween(place: number, from: number | undefined, to: number | undefined): boolean {
  return from !== undefined && to !== undefined && place >= from && place <= to;
}

/** The class of a cell, and of its heading. */
export function cellClass(column: GridColumn | undefined, { index, isFixed }: ColumnBox): string {
  const side = column !== undefined && isNumeric(column) && !isCompleteness(column) ? classes["right"] : "";
  return `${classes["cell"]} ${isFixed ? classes["fixed"] : ""} ${index === 0 ? classes["name"] : ""} ${side}`;
}

interface BoneRowProps extends RowFrame {
  readonly index: number;
  readonly top: number;
  readonly active: CellPlace;
}

/** The placeholder of a row that is loading; the active cell may already be in it. Few elements, since many come at once. */
export function BoneRow({ index, top, boxes, width, active }: BoneRowProps) {
  const places = boxes.filter((box) => box.index === 0 || (active.row === index && active.column === box.index));
  return (
    <tr aria-rowindex={index + 2} aria-busy="true" className={classes["row"]} style={{ top, width }}>
      <td className={classes["check"]} aria-colindex={1} />
      {places.map((box) => (
        <td
          key={box.index}
          aria-colindex={box.index + 2}
          data-place={`${index}:${box.index}`}
          tabIndex={active.row === index && active.column === box.index ? 0 : -1}
          className={cellClass(undefined, box)}
          style={{ left: box.left, width: box.width }}
        >
          <div className={classes["bone"]} />
        </td>
      ))}
    </tr>
  );
}
