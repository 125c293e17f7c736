import { Badge, Group, Text, Tooltip } from "@mantine/core";
import { describeKey } from "./event-keys.ts";

/** Events as text; the keys as a tooltip. */
export function EventList({
  events,
  shownMax = 50,
}: {
  readonly events: readonly string[];
  readonly shownMax?: number;
}) {
  const shown = events.slice(0, shownMax);
  return (
    <Group gap={6} wrap={shown.length < events.length ? "nowrap" : "wrap"}>
      {shown.map((key) => (
        <Tooltip key={key} label={key}>
          <Badge variant="default" radius="sm" tt="none" fw={500} style={{ flexShrink: 0 }}>
            {describeKey(key)}
          </Badge>
        </Tooltip>
      ))}
      {events.length > shown.length && (
        <Text size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
          and {events.length - shown.length} more
        </Text>
      )}
    </Group>
  );
}
