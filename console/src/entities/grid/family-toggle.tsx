import { SegmentedControl } from "@mantine/core";

interface FamilyToggleProps {
  readonly isFlat: boolean;
  readonly onFlat: (isFlat: boolean) => void;
}

/** Whether the list shows styles with their options below, or all items one after another. */
export function FamilyToggle({ isFlat, onFlat }: FamilyToggleProps) {
  return (
    <SegmentedControl
      size="sm"
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
