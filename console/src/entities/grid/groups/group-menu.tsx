import { Menu } from "@mantine/core";
import type { EntityType } from "@weft/client";
import { formatNumber } from "../../../ui/format.ts";
import { Icon } from "../../../ui/icon.tsx";
import type { EntityRows } from "../entity-rows.ts";
import type { GridColumn } from "../grid-column.ts";
import { ToolButton } from "../tool-button.tsx";
import { bandWidthsAround } from "./band-width.ts";
import { dateSteps, type Grouping, isGroupable, isStepped } from "./grouping.ts";

interface GroupMenuProps {
  readonly columns: readonly GridColumn[];
  readonly types: readonly EntityType[];
  readonly typePath: string;
  readonly grouping: Grouping | undefined;
  readonly rows: EntityRows | undefined;
  /** Groups by a column, in steps that fit its values. */
  readonly onColumn: (column: GridColumn) => void;
  readonly onGroup: (group: string | undefined) => void;
}

/** Groups the rows by a column, and opens or closes all groups. */
export function GroupMenu({ columns, types, typePath, grouping, rows, onColumn, onGroup }: GroupMenuProps) {
  return (
    <Menu position="bottom-start" width={240} shadow="md">
      <Menu.Target>
        <ToolButton
          icon="list"
          count={grouping === undefined ? 0 : 1}
          title={grouping === undefined ? "Group" : `Group: ${grouping.column.label}`}
        >
          Group
        </ToolButton>
      </Menu.Target>
      <Menu.Dropdown mah="60dvh" style={{ overflowY: "auto" }}>
        {grouping !== undefined && (
          <>
            <Menu.Item onClick={() => rows?.setAllOpen("groups", true)}>Expand all</Menu.Item>
            <Menu.Item onClick={() => rows?.setAllOpen("groups", false)}>Collapse all</Menu.Item>
            <Menu.Item leftSection={<Icon name="close" size={16} />} onClick={() => onGroup(undefined)}>
              No groups
            </Menu.Item>
            <Steps grouping={grouping} onGroup={onGroup} />
            <Menu.Divider />
          </>
        )}
        <Menu.Label>Group by</Menu.Label>
        {columns
          .filter((column) => isGroupable(column, types, typePath))
          .map((column) => (
            <Choice
              key={column.field}
              label={column.label}
              isChosen={column.field === grouping?.column.field}
              onClick={() => onColumn(column)}
            />
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The widths of bands, or the parts of a date. */
function Steps({ grouping, onGroup }: { readonly grouping: Grouping; readonly onGroup: (group: string) => void }) {
  const { column, step } = grouping;
  const stepped = isStepped(grouping);
  if (stepped === undefined) return null;
  const steps =
    stepped === "dates"
      ? dateSteps.map((part) => ({ step: part, label: labels[part] }))
      : bandWidthsAround(Number(step ?? 1)).map((width) => ({
          step: String(width),
          label: `Bands of ${formatNumber(width, 6)}`,
        }));
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{column.label}</Menu.Label>
      {steps.map(({ step: one, label }) => (
        <Choice
          key={one}
          label={label}
          isChosen={one === (step ?? "day")}
          onClick={() => onGroup(`${column.field}:${one}`)}
        />
      ))}
    </>
  );
}

const labels = { year: "Years", quarter: "Quarters", month: "Months", day: "Days" } as const;

interface ChoiceProps {
  readonly label: string;
  readonly isChosen: boolean;
  readonly onClick: () => void;
}

function Choice({ label, isChosen, onClick }: ChoiceProps) {
  return (
    <Menu.Item
      aria-label={isChosen ? `${label}, chosen` : label}
      rightSection={isChosen ? <Icon name="check" size={14} /> : null}
      onClick={onClick}
    >
      {label}
    </Menu.Item>
  );
}
