import { List, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Assortment, AssortmentItem } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-act.tsx";
import { notifyDone } from "../ui/notify.ts";
import { forgetAssortments } from "./assortment-queries.ts";
import { readRelated } from "./read-related.ts";

interface RemoveItemsProps {
  readonly assortment: Assortment;
  readonly members: readonly AssortmentItem[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const namedMax = 8;

export function RemoveItems({ assortment, members, onClose, onDone }: RemoveItemsProps) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const amount = `${members.length} ${members.length === 1 ? "item" : "items"}`;
  const itemIds = members.flatMap(({ itemId }) => itemId ?? []);
  const unnamed = members.length - namedMax;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Remove ${amount} from ${assortment.name ?? "the assortment"}`}
      confirmLabel={`Remove ${amount} and publish`}
      act={() => weft.call("remove-assortment-items", { params: { id: assortment.id }, body: { itemIds } })}
      onDone={() => {
        notifyDone(`${amount} removed and published.`);
        onDone();
        void forgetAssortments(queryClient);
      }}
    >
      <List size="sm">
        {members.slice(0, namedMax).map((member) => {
          const item = readRelated(member["item"]);
          return (
            <List.Item key={member.id}>
              {[item?.name ?? member.id, item?.optionName].filter(Boolean).join(" · ")}
            </List.Item>
          );
        })}
        {unnamed > 0 && <List.Item>and {unnamed} more</List.Item>}
      </List>
      <Text size="sm">
        This publishes the assortment immediately, including other unpublished changes, and the assortments composed
        from it. The items themselves are kept. The publish history keeps what was removed.
      </Text>
    </ConfirmDialog>
  );
}
