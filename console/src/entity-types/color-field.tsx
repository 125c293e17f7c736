import { Select } from "@mantine/core";
import type { Option } from "@weft/client";
import { OptionPill } from "../ui/option-pill.tsx";

type OptionColor = NonNullable<Option["color"]>;

const colorLabels: Readonly<Record<OptionColor, string>> = {
  grey: "Grey",
  red: "Red",
  orange: "Orange",
  amber: "Amber",
  lime: "Lime",
  green: "Green",
  teal: "Teal",
  cyan: "Cyan",
  blue: "Blue",
  indigo: "Indigo",
  violet: "Violet",
  pink: "Pink",
};

interface ColorFieldProps {
  readonly label: string;
  readonly color: OptionColor | undefined;
  readonly onChange: (color: OptionColor | undefined) => void;
}

/** The color of an option; without one, its position selects it. */
export function ColorField({ label, color, onChange }: ColorFieldProps) {
  return (
    <Select
      size="xs"
      aria-label={label}
      placeholder="By position"
      clearable
      data={Object.entries(colorLabels).map(([value, text]) => ({ value, label: text }))}
      renderOption={({ option }) => <OptionPill label={option.label} place={0} color={option.value} />}
      value={color ?? null}
      onChange={(value) => onChange(value !== null && isColor(value) ? value : undefined)}
    />
  );
}

function isColor(value: string): value is OptionColor {
  return value in colorLabels;
}
