import { Anchor, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ShortId } from "../ui/short-id.tsx";
import type { Related } from "./read-related.ts";

interface ItemNameProps {
  readonly item: Related | undefined;
  /** Where there is no item to be named. */
  readonly itemId: string | undefined;
  readonly kind?: "items" | "project-items";
  /** What the link leads to, where it is not the item itself. */
  readonly linkId?: string;
}

/** An item by name, with what tells it from its siblings. One that is deleted or may not be read has its id. */
export function ItemName({ item, itemId, kind = "items", linkId }: ItemNameProps) {
  if (item === undefined) {
    return itemId === undefined ? (
      <Text size="sm" c="dimmed">
        An item you may not read
      </Text>
    ) : (
      <ShortId id={itemId} />
    );
  }
  return (
    <Group gap={8} wrap="nowrap">
      <Anchor
        size="sm"
        fw={550}
        style={{ whiteSpace: "nowrap" }}
        renderRoot={(props) => <Link {...props} to="/entities/$kind/$id" params={{ kind, id: linkId ?? item.id }} />}
      >
        {item.name}
      </Anchor>
      {item.optionName !== undefined && (
        <Text size="sm" c="dimmed" span style={{ whiteSpace: "nowrap" }}>
          {item.optionName}
        </Text>
      )}
    </Group>
  );
}
