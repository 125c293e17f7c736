import { UnstyledButton } from "@mantine/core";
import { type PointerEvent, type RefObject, useRef } from "react";
import { pluralize } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import classes from "./entity-grid.module.css";
import { type GridColumn, isOrderable } from "./grid-column.ts";
import { cellClass, type RowFrame } from "./grid-row.tsx";
import { nextOrder, ordersOf } from "./grid-search.ts";
import { type HeadingActions, HeadingMenu } from "./heading-menu.tsx";
import { useColumnDrag } from "./use-column-drag.ts";
import type { ColumnBox } from "./use-grid-layout.ts";

export interface GridHeaderProps extends RowFrame {
  readonly actions: HeadingActions;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The heading with the focus; undefined while a cell has it. */
  readonly activeColumn: number | undefined;
  /** The heading whose menu is open. */
  readonly menuOf: number | undefined;
  readonly onMenu: (column: number | undefined) => void;
  readonly selection: "none" | "some" | "all";
  readonly rowsRead: number;
  readonly onSelectAll: (isOn: boolean) => void;
}

export function GridHeader({ columns, boxes, width, actions, scroller, ...props }: GridHeaderProps) {
  const { activeColumn, menuOf, onMenu, selection, rowsRead, onSelectAll } = props;
  const { drag, handlers } = useColumnDrag(actions.columnSet, boxes, scroller);
  return (
    <thead className={classes["head"]} style={{ width }} {...handlers}>
      <tr className={classes["headings"]} aria-rowindex={1}>
        <td className={classes["check"]} aria-colindex={1}>
          <input
            type="checkbox"
            aria-label={`Select all ${pluralize(rowsRead, "row")} loaded so far`}
            checked={selection === "all"}
            ref={(box) => {
              if (box !== null) box.indeterminate = selection === "some";
            }}
            onChange={(event) => onSelectAll(event.currentTarget.checked)}
          />
        </td>
        {boxes.map((box) => {
          const column = columns[box.index];
          return (
            column !== undefined && (
              <Heading
                key={column.field}
                column={column}
                box={box}
                actions={actions}
                isActive={activeColumn === box.index}
                isDragged={drag?.field === column.field}
                isMenuOpen={menuOf === box.index}
                onMenu={(isOpen) => onMenu(isOpen ? box.index : undefined)}
              />
            )
          );
        })}
        {drag !== undefined && <td aria-hidden="true" className={classes["drop"]} style={{ left: drag.at - 2 }} />}
      </tr>
    </thead>
  );
}

interface HeadingProps {
  readonly column: GridColumn;
  readonly box: ColumnBox;
  readonly actions: HeadingActions;
  readonly isActive: boolean;
  readonly isDragged: boolean;
  readonly isMenuOpen: boolean;
  readonly onMenu: (isOpen: boolean) => void;
}

function Heading({ column, box, actions, isActive, isDragged, isMenuOpen, onMenu }: HeadingProps) {
  const { order, onOrder } = actions;
  const orders = ordersOf(order);
  const rank = orders.findIndex(({ field }) => field === column.field);
  const direction = orders[rank]?.isDescending === true ? "descending" : "ascending";
  return (
    <th
      scope="col"
      aria-label={column.label}
      aria-colindex={box.index + 2}
      aria-sort={rank === 0 ? direction : "none"}
      data-place={`-1:${box.index}`}
      data-field={column.field}
      data-dragged={isDragged || undefined}
      tabIndex={isActive ? 0 : -1}
      className={cellClass(column, box)}
      style={{ left: box.left, width: box.width }}
      title={column.source === "seen" ? `${column.label}: undefined property, found in the data` : column.label}
    >
      {isOrderable(column) ? (
        <UnstyledButton
          className={classes["order"] ?? ""}
          data-ordered={rank >= 0 || undefined}
          tabIndex={-1}
          onClick={() => onOrder(nextOrder(order, column.field))}
        >
          <span className={classes["text"]}>{column.label}</span>
          {rank >= 0 && <Icon name={direction === "descending" ? "down" : "up"} size={14} />}
          {rank >= 0 && orders.length > 1 && <sub>{rank + 1}</sub>}
        </UnstyledButton>
      ) : (
        <span className={classes["text"]}>{column.label}</span>
      )}
      <HeadingMenu {...actions} column={column} width={box.width} isOpen={isMenuOpen} onOpen={onMenu} />
      <Resizer column={column} width={box.width} actions={actions} />
    </th>
  );
}

interface ResizerProps {
  readonly column: GridColumn;
  readonly width: number;
  readonly actions: HeadingActions;
}

/** The edge of a heading: a drag resizes, a double click fits. Alt and the arrow keys do the same. */
function Resizer({ column, width, actions: { columnSet, onFit } }: ResizerProps) {
  const start = useRef<{ readonly x: number; readonly width: number }>(undefined);
  return (
    <div
      aria-hidden="true"
      data-still
      className={classes["resizer"]}
      onPointerDown={(event: PointerEvent) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width };
      }}
      onPointerMove={(event) => {
        const from = start.current;
        if (from !== undefined) columnSet.resize(column.field, from.width + event.clientX - from.x);
      }}
      onLostPointerCapture={() => {
        start.current = undefined;
      }}
      onDoubleClick={() => onFit(column)}
    />
  );
}
