import { Select } from "@mantine/core";
import type { EntityType } from "@weft/client";
import type { EntityKind } from "../entity-kind.ts";
import { isAtOrBelow } from "./grid-column.ts";

interface TypeSelectProps {
  readonly kind: EntityKind;
  readonly types: readonly EntityType[];
  readonly typePath: string;
  readonly onChange: (typePath: string | undefined) => void;
}

/** The types of the kind, as a tree. */
export function TypeSelect({ kind, types, typePath, onChange }: TypeSelectProps) {
  const below = types.filter((type) => isAtOrBelow(type.typePath, kind.name));
  if (below.length < 2) return null;
  const data = below.map((type) => ({ value: type.typePath, label: labelOf(type, kind) }));
  return (
    <Select
      aria-label="Type"
      title="Type"
      data={below.some((type) => type.typePath === typePath) ? data : [...data, { value: typePath, label: typePath }]}
      value={typePath}
      onChange={(value) => onChange(value === null || value === kind.name ? undefined : value)}
      renderOption={({ option }) => <span style={{ paddingLeft: indentOf(option.value) }}>{option.label}</span>}
      allowDeselect={false}
      searchable
      w={{ base: "100%", xs: 220 }}
      size="sm"
    />
  );
}

function labelOf({ typePath, label, isDescribed }: EntityType, kind: EntityKind): string {
  if (typePath === kind.name) return `All ${kind.many.toLowerCase()}`;
  return isDescribed ? label : `${label} (not defined)`;
}

const indent = 14;

function indentOf(typePath: string): number {
  return indent * (typePath.split(":").length - 1);
}
