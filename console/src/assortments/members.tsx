import { Alert, Button, Checkbox, Group, List, Stack, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import type { Assortment, AssortmentItem } from "@weft/client";
import { type ReactNode, useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { mayDo, useSession, useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { pluralize } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useListing } from "../ui/use-listing.ts";
import { AddItems } from "./add-items.tsx";
import { staleAfterPublish } from "./assortment-queries.ts";
import { ItemName } from "./item-name.tsx";
import { findItemIds } from "./item-names.ts";
import { readRelated } from "./read-related.ts";

const route = getRouteApi("/shell/assortments/$id");

export function Members({ assortment }: { readonly assortment: Assortment }) {
  const { who } = useSession();
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const listing = useMembers(assortment.id, q);
  const [chosen, setChosen] = useState<readonly AssortmentItem[]>([]);
  const [dialog, setDialog] = useState<"add" | "remove">();
  const isComposed = (assortment.composedFromAssortmentIds ?? []).length > 0;
  const mayChange = !isComposed && mayDo(who, "update", "assortment");
  const close = () => setDialog(undefined);
  const addButton = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setDialog("add")}>
      Add items
    </Button>
  );
  return (
    <Stack gap="sm">
      {isComposed && (
        <Alert variant="outline" color="gray" icon={<Icon name="info" />}>
          This assortment is composed from {assortment.composedFromAssortmentIds?.length} others. To change its members,
          change those.
        </Alert>
      )}
      <Group gap="sm">
        <SearchBox
          label="Search by item"
          words={q ?? ""}
          onChange={(words) => void navigate({ search: (before) => ({ ...before, q: words }), replace: true })}
        />
        {mayChange && addButton}
        {mayChange && chosen.length > 0 && (
          <Button variant="default" leftSection={<Icon name="trash" size={16} />} onClick={() => setDialog("remove")}>
            Remove {pluralize(chosen.length, "item")}
          </Button>
        )}
      </Group>
      <ListTable
        isOneLine
        label="Members"
        listing={listing}
        columns={mayChange ? [chooseColumn(chosen, setChosen), ...columns] : columns}
        rowKey={({ id }) => id}
        empty={<NoMembers isSearched={q !== undefined} action={mayChange && q === undefined && addButton} />}
      />
      {dialog === "add" && <AddItems assortment={assortment} onClose={close} />}
      {dialog === "remove" && (
        <RemoveItems assortment={assortment} members={chosen} onClose={close} onDone={() => setChosen([])} />
      )}
    </Stack>
  );
}

function useMembers(assortmentId: string, q: string | undefined) {
  const { weft } = useSession();
  return useListing({
    queryKey: queryKeys.assortments.members(assortmentId, q),
    read: async (nextPageKey, signal) => {
      const itemIds = q === undefined ? undefined : await findItemIds(weft, q, signal);
      if (itemIds?.length === 0) return { results: [] };
      const criteria = { assortmentId, ...(itemIds === undefined ? {} : { itemId: [...itemIds] }) };
      return weft.entities.list({ entityName: "assortment-item", criteria, relations: ["item"], nextPageKey, signal });
    },
  });
}

const columns: readonly ListColumn<AssortmentItem>[] = [
  { title: "Item", render: (member) => <ItemName item={readRelated(member["item"])} itemId={member.itemId} /> },
  { title: "External ID", render: (member) => readRelated(member["item"])?.federatedId ?? "" },
  { title: "Project item", render: ({ projectItemId }) => (projectItemId === undefined ? "no" : "yes") },
  { title: "Changed", render: ({ updatedOn }) => <TimeAgo time={updatedOn} /> },
];

function chooseColumn(
  chosen: readonly AssortmentItem[],
  onChange: (chosen: readonly AssortmentItem[]) => void,
): ListColumn<AssortmentItem> {
  return {
    title: "Select",
    width: 64,
    render: (member) => (
      <Checkbox
        aria-label={`Select ${readRelated(member["item"])?.name ?? member.id}`}
        checked={chosen.some(({ id }) => id === member.id)}
        onChange={(event) =>
          onChange(event.currentTarget.checked ? [...chosen, member] : chosen.filter(({ id }) => id !== member.id))
        }
      />
    ),
  };
}

function NoMembers({ isSearched, action }: { readonly isSearched: boolean; readonly action: ReactNode }) {
  return (
    <EmptyState icon="assortments" title={isSearched ? "No matching items" : "No members yet"} action={action}>
      {isSearched ? "Try a different search." : "Add items here, or load them: the Configuration tab has the values."}
    </EmptyState>
  );
}

interface RemoveItemsProps {
  readonly assortment: Assortment;
  readonly members: readonly AssortmentItem[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const namedMax = 8;

function RemoveItems({ assortment, members, onClose, onDone }: RemoveItemsProps) {
  const weft = useWeft();
  const amount = pluralize(members.length, "item");
  const itemIds = members.flatMap(({ itemId }) => itemId ?? []);
  const unnamed = members.length - namedMax;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Remove ${amount} from ${assortment.name ?? "the assortment"}`}
      confirmLabel={`Remove ${amount} and publish`}
      act={() => weft.call("remove-assortment-items", { params: { id: assortment.id }, body: { itemIds } })}
      message={`${amount} removed and published.`}
      stale={staleAfterPublish()}
      onDone={onDone}
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
