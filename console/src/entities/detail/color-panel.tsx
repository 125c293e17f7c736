import { Group, Text } from "@mantine/core";
import { Swatch } from "../swatch.tsx";

/** A color, large enough to assess. */
export function ColorPanel({ hex }: { readonly hex: string }) {
  return (
    <Group>
      <Swatch hex={hex} size={96} />
      <div>
        <Text fw={600} className="mono">
          #{hex}
        </Text>
        <Text size="sm" c="dimmed">
          As displayed on this screen.
        </Text>
      </div>
    </Group>
  );
}
