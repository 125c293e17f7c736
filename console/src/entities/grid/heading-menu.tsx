import { Menu, UnstyledButton } from "@mantine/core";
import { Icon } from "../../ui/icon.tsx";
import classes from "./entity-grid.module.css";
import { type GridColumn, isEditable, isOrderable } from "./grid-column.ts";
import { type Order, ordersMax, ordersOf, writeOrders } from "./grid-search.ts";
import { type ColumnMetrics, groupMetrics, metricLabels } from "./groups/group-metrics.ts";
import type { ColumnSet } from "./use-column-set.ts";

export interface HeadingActions {
  readonly columnSet: ColumnSet;
  readonly order: string | undefined;
  readonly onOrder: (order: string | undefined) => void;
  /** Opens a new filter of a column. */
  readonly onFilter: (field: string) => void;
  readonly onGroup: (column: GridColumn) => void;
  readonly isGroupable: (column: GridColumn) => boolean;
  /** What the headers of groups show of number columns; undefined without groups. */
  readonly metrics: ColumnMetrics | undefined;
  /** Opens the dialog that edits a column of many rows. Undefined where nothing may be edited. */
  readonly onEdit: ((field: string) => void) | undefined;
  readonly onFit: (column: GridColumn) => void;
}

interface HeadingMenuProps extends HeadingActions {
  readonly column: GridColumn;
  readonly width: number;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

export const widthStep = 20;

/** Everything that can be done with a column. Each drag of a heading has its entry here. */
export function HeadingMenu({ column, width, isOpen, onOpen, ...actions }: HeadingMenuProps) {
  const { columnSet, onFilter, onEdit, onFit } = actions;
  const { field, label } = column;
  const place = columnSet.columns.indexOf(column);
  const isPinned = place > 0 && place <= columnSet.pinnedCount;
  return (
    <Menu opened={isOpen} onChange={onOpen} position="bottom-start" width={210} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes["menu"] ?? ""} aria-label={`Menu of ${label}`} tabIndex={-1} data-still>
          <Icon name="down" size={14} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {isOrderable(column) && <OrderItems column={column} order={actions.order} onOrder={actions.onOrder} />}
        {field !== "typePath" && (
          <Menu.Item leftSection={<Icon name="filter" size={16} />} onClick={() => onFilter(field)}>
            Filter…
          </Menu.Item>
        )}
        {actions.isGroupable(column) && (
          <Menu.Item leftSection={<Icon name="list" size={16} />} onClick={() => actions.onGroup(column)}>
            Group by this column
          </Menu.Item>
        )}
        <MetricItems field={field} metrics={actions.metrics} />
        {onEdit !== undefined && isEditable(column) && (
          <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={() => onEdit(field)}>
            Edit values…
          </Menu.Item>
        )}
        <Menu.Divider />
        {place > 0 && (
          <>
            <Menu.Item onClick={() => columnSet.pin(field, !isPinned)}>{isPinned ? "Unpin" : "Pin left"}</Menu.Item>
            <Menu.Item onClick={() => columnSet.step(field, -1)}>Move left</Menu.Item>
            <Menu.Item onClick={() => columnSet.step(field, 1)}>Move right</Menu.Item>
          </>
        )}
        <Menu.Item onClick={() => onFit(column)}>Fit to content</Menu.Item>
        <Menu.Item closeMenuOnClick={false} onClick={() => columnSet.resize(field, width + widthStep)}>
          Wider
        </Menu.Item>
        <Menu.Item closeMenuOnClick={false} onClick={() => columnSet.resize(field, width - widthStep)}>
          Narrower
        </Menu.Item>
        {place > 0 && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => columnSet.hide(field)}>Hide column</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface MetricItemsProps {
  readonly field: string;
  readonly metrics: ColumnMetrics | undefined;
}

/** What the headers of groups show of a number column. */
function MetricItems({ field, metrics }: MetricItemsProps) {
  const chosen = metrics?.of(field);
  if (metrics === undefined || chosen === undefined) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>In groups</Menu.Label>
      {groupMetrics.map((metric) => (
        <Menu.Item
          key={metric}
          aria-label={metric === chosen ? `${metricLabels[metric].long}, chosen` : metricLabels[metric].long}
          rightSection={metric === chosen ? <Icon name="check" size={14} /> : null}
          onClick={() => metrics.choose(field, metric)}
        >
          {metricLabels[metric].long}
        </Menu.Item>
      ))}
    </>
  );
}

interface OrderItemsProps extends Pick<HeadingActions, "order" | "onOrder"> {
  readonly column: GridColumn;
}

function OrderItems({ column: { field }, order, onOrder }: OrderItemsProps) {
  const orders = ordersOf(order);
  const others = orders.filter((one) => one.field !== field);
  const isOrdered = others.length < orders.length;
  const sort = (isDescending: boolean, before: readonly Order[]) =>
    onOrder(writeOrders([...before, { field, isDescending }]));
  return (
    <>
      <Menu.Item leftSection={<Icon name="up" size={16} />} onClick={() => sort(false, [])}>
        Sort ascending
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="down" size={16} />} onClick={() => sort(true, [])}>
        Sort descending
      </Menu.Item>
      {others.length > 0 && others.length < ordersMax && (
        <>
          <Menu.Item onClick={() => sort(false, others)}>Then sort ascending</Menu.Item>
          <Menu.Item onClick={() => sort(true, others)}>Then sort descending</Menu.Item>
        </>
      )}
      {isOrdered && <Menu.Item onClick={() => onOrder(writeOrders(others))}>Clear sort</Menu.Item>}
    </>
  );
}
