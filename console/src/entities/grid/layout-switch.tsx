import { SegmentedControl } from "@mantine/core";
import { Icon, type IconName } from "../../ui/icon.tsx";
import classes from "./grid-page.module.css";
import { type Layout, layouts } from "./grid-search.ts";

interface LayoutSwitchProps {
  readonly layout: Layout;
  /** Without a choice there are no columns for a board. */
  readonly hasBoard: boolean;
  readonly onChange: (layout: Layout) => void;
}

/** Table, gallery or board. */
export function LayoutSwitch({ layout, hasBoard, onChange }: LayoutSwitchProps) {
  const offered = layouts.filter((one) => one !== "board" || hasBoard || layout === "board");
  return (
    <SegmentedControl
      size="xs"
      aria-label="Layout"
      value={layout}
      onChange={onChange}
      data={offered.map((value) => ({
        value,
        label: (
          <span className={classes["segment"]}>
            <Icon name={icons[value]} size={16} />
            <span className={classes["word"]}>{names[value]}</span>
          </span>
        ),
      }))}
    />
  );
}

const names: Readonly<Record<Layout, string>> = { table: "Table", gallery: "Gallery", board: "Board" };
const icons: Readonly<Record<Layout, IconName>> = { table: "entities", gallery: "picture", board: "columns" };

interface FamilyToggleProps {
  readonly isFlat: boolean;
  readonly onFlat: (isFlat: boolean) => void;
}

/** Whether the list shows styles with their options below, or all items one after another. */
export function FamilyToggle({ isFlat, onFlat }: FamilyToggleProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Styles and options"
      data={[
        { value: "families", label: "Families" },
        { value: "flat", label: "Flat" },
      ]}
      value={isFlat ? "flat" : "families"}
      onChange={(value) => onFlat(value === "flat")}
    />
  );
}
