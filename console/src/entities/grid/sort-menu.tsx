import { Menu } from "@mantine/core";
import { Icon } from "../../ui/icon.tsx";
import { type GridColumn, isOrderable } from "./grid-column.ts";
import { nextOrder, ordersOf } from "./grid-search.ts";
import { ToolButton } from "./tool-button.tsx";

interface SortMenuProps {
  readonly columns: readonly GridColumn[];
  readonly order: string | undefined;
  readonly onOrder: (order: string | undefined) => void;
}

/** Sorts by a column: ascending, then descending, then not. Further columns are in the menus of the headings. */
export function SortMenu({ columns, order, onOrder }: SortMenuProps) {
  const orders = ordersOf(order);
  return (
    <Menu position="bottom-start" width={240} shadow="md" closeOnItemClick={false}>
      <Menu.Target>
        <ToolButton icon="sort" count={orders.length}>
          Sort
        </ToolButton>
      </Menu.Target>
      <Menu.Dropdown mah="60dvh" style={{ overflowY: "auto" }}>
        {columns.filter(isOrderable).map(({ field, label }) => {
          const now = orders.find((one) => one.field === field);
          const direction = now?.isDescending === true ? "descending" : "ascending";
          return (
            <Menu.Item
              key={field}
              aria-label={now === undefined ? label : `${label}, ${direction}`}
              rightSection={now === undefined ? null : <Icon name={now.isDescending ? "down" : "up"} size={14} />}
              onClick={() => onOrder(nextOrder(order, field))}
            >
              {label}
            </Menu.Item>
          );
        })}
        {orders.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => onOrder(undefined)}>Clear sort</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
