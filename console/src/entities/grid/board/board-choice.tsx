import { Menu } from "@mantine/core";
import { Icon } from "../../../ui/icon.tsx";
import type { GridColumn } from "../grid-column.ts";
import { ToolButton } from "../tool-button.tsx";

interface BoardChoiceProps {
  readonly columns: readonly GridColumn[];
  readonly chosen: GridColumn | undefined;
  readonly onChange: (field: string) => void;
}

/** The choice whose options are the columns of the board. */
export function BoardChoice({ columns, chosen, onChange }: BoardChoiceProps) {
  return (
    <Menu position="bottom-start" width={220} shadow="md">
      <Menu.Target>
        <ToolButton icon="list">{chosen === undefined ? "Board by" : `Board by ${chosen.label}`}</ToolButton>
      </Menu.Target>
      <Menu.Dropdown mah="60dvh" style={{ overflowY: "auto" }}>
        {columns.map(({ field, label }) => (
          <Menu.Item
            key={field}
            rightSection={field === chosen?.field ? <Icon name="check" size={14} /> : null}
            onClick={() => onChange(field)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
