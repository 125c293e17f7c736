import { UnstyledButton } from "@mantine/core";
import { pluralize } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import classes from "./entity-grid.module.css";
import { type GridColumn, isNumeric, isOrderable } from "./grid-column.ts";
import type { RowFrame } from "./grid-row.tsx";
import { orderOf } from "./grid-search.ts";
import { checkWidth } from "./use-grid-layout.ts";

interface GridHeaderProps extends RowFrame {
  readonly order: string | undefined;
  readonly onOrder: (field: string) => void;
  readonly selection: "none" | "some" | "all";
  readonly rowsRead: number;
  readonly onSelectAll: (isOn: boolean) => void;
}

export function GridHeader({ columns, shown, nameWidth, width, ...props }: GridHeaderProps) {
  const { order, onOrder, selection, rowsRead, onSelectAll } = props;
  const name = { index: -1, start: checkWidth, size: nameWidth - checkWidth };
  return (
    <thead className={classes["head"]} style={{ width }}>
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
        {[name, ...shown].map(({ index, start, size }) => {
          const column = columns[index + 1];
          return (
            column !== undefined && (
              <Heading
                key={column.field}
                column={column}
                place={index + 1}
                box={{ left: start, width: size }}
                order={order}
                onOrder={onOrder}
              />
            )
          );
        })}
      </tr>
    </thead>
  );
}

interface HeadingProps {
  readonly column: GridColumn;
  readonly place: number;
  readonly box: { readonly left: number; readonly width: number };
  readonly order: string | undefined;
  readonly onOrder: (field: string) => void;
}

function Heading({ column, place, box, order, onOrder }: HeadingProps) {
  const now = orderOf(order);
  const isOrdered = now?.field === column.field;
  const direction = now?.isDescending === true ? "descending" : "ascending";
  const side = isNumeric(column) ? classes["right"] : "";
  return (
    <th
      scope="col"
      aria-colindex={place + 2}
      aria-sort={isOrdered ? direction : "none"}
      className={`${classes["cell"]} ${place === 0 ? classes["name"] : ""} ${side}`}
      style={box}
      title={column.source === "seen" ? `${column.label}: undefined property, found in the data` : column.label}
    >
      {isOrderable(column) ? (
        <UnstyledButton
          className={classes["order"] ?? ""}
          data-ordered={isOrdered || undefined}
          onClick={() => onOrder(column.field)}
        >
          <span className={classes["text"]}>{column.label}</span>
          {isOrdered && <Icon name={direction === "descending" ? "down" : "up"} size={14} />}
        </UnstyledButton>
      ) : (
        <span className={classes["text"]}>{column.label}</span>
      )}
    </th>
  );
}
