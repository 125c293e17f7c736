import { Autocomplete, Group, Text } from "@mantine/core";
import type { EntityType } from "@weft/client";
import type { EntityKind } from "../entity-kind.ts";

interface TypeChooserProps {
  readonly kind: EntityKind;
  readonly types: readonly EntityType[];
  readonly value: string;
  readonly onChange: (typePath: string) => void;
}

/** The types of a kind, as a tree. An open type accepts a new segment as well. */
export function TypeChooser({ kind, types, value, onChange }: TypeChooserProps) {
  const below = types.filter(({ typePath }) => typePath === kind.name || typePath.startsWith(`${kind.name}:`));
  const byPath = new Map(below.map((type) => [type.typePath, type]));
  return (
    <Autocomplete
      label="Type"
      maw={520}
      description={
        kind.name === "custom-entity"
          ? "Select a type below custom-entity, or enter a new one: custom-entity:fabric."
          : "Determines the available properties."
      }
      data={[...byPath.keys()].sort()}
      // The whole tree, whatever is selected now.
      filter={({ options }) => options}
      value={value}
      onChange={onChange}
      renderOption={({ option }) => {
        const depth = option.value.split(":").length - 1;
        return (
          <Group gap={8} pl={depth * 16}>
            <Text size="sm">{byPath.get(option.value)?.label ?? option.value}</Text>
            <Text size="xs" c="dimmed" className="mono">
              {option.value}
            </Text>
          </Group>
        );
      }}
    />
  );
}
