import { Anchor, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { EntityPicture } from "../entities/pictures/picture.tsx";
import { ShortId } from "../ui/copy-text.tsx";
import type { Related } from "./read-related.ts";

interface ItemNameProps {
  readonly item: Related | undefined;
  /** Shown when there is no item. */
  readonly itemId: string | undefined;
  readonly kind?: "items" | "project-items";
  /** The target of the link, where it is not the item itself. */
  readonly linkId?: string;
}

/** An item by name, with its picture and its option. A deleted or unreadable one shows its id. */
export function ItemName({ item, itemId, kind = "items", linkId }: ItemNameProps) {
  if (item === undefined) {
    return itemId === undefined ? (
      <Text size="sm" c="dimmed">
        You may not read this item
      </Text>
    ) : (
      <ShortId id={itemId} />
    );
  }
  return (
    <Group gap={8} wrap="nowrap">
      {item.entity !== undefined && <EntityPicture entity={item.entity} width={32} height={32} />}
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
