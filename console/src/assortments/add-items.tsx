import { Button, Checkbox, Group, Modal, Stack, Text } from "@mantine/core";
import type { Assortment, AssortmentItemsAnswer, Item } from "@weft/client";
import { useState } from "react";
import { fullTitleOf } from "../entities/any-entity.ts";
import { useEntityTypes } from "../entities/entity-queries.ts";
import { EntityPicture } from "../entities/pictures/picture.tsx";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { pluralize } from "../ui/format.ts";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import { useListing } from "../ui/use-listing.ts";
import { useSave } from "../ui/use-save.ts";
import { staleAfterPublish } from "./assortment-queries.ts";

interface AddItemsProps {
  readonly assortment: Assortment;
  readonly onClose: () => void;
}

/** Adding publishes at once: the service has no draft members. */
export function AddItems({ assortment, onClose }: AddItemsProps) {
  const weft = useWeft();
  const [words, setSearch] = useState<string>();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const listing = useListing({
    queryKey: queryKeys.assortments.itemsToAdd(words),
    read: (nextPageKey, signal) =>
      weft.entities.list({
        entityName: "item",
        q: words,
        limit: 50,
        nextPageKey,
        signal,
      }),
  });
  const { data: types = [] } = useEntityTypes();
  const typeLabel = (typePath: string) => types.find((type) => type.typePath === typePath)?.label ?? typePath;
  const add = useAddItems(assortment, onClose);
  const amount = pluralize(chosen.length, "item");
  return (
    <Modal opened onClose={onClose} title={`Add items to ${assortment.name ?? "the assortment"}`} size="xl">
      <Stack>
        <SearchBox label="Search items" words="" onChange={setSearch} isFirst />
        <ListTable
          isOneLine
          label="Items to add"
          listing={listing}
          columns={[
            ...chooseColumns(chosen, setChosen),
            { title: "Type", render: ({ typePath }) => typeLabel(typePath) },
          ]}
          rowKey={({ id }) => id}
          maxHeight="50vh"
          empty={
            <EmptyState icon="entities" title="No matching items">
              Try a different search.
            </EmptyState>
          }
        />
        {add.error !== null && <ErrorNote error={add.error} />}
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {chosen.length === 0 ? "No items selected." : `${amount} selected.`} Adding publishes the assortment
            immediately.
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button disabled={chosen.length === 0} loading={add.isPending} onClick={() => add.mutate(chosen)}>
              Add {chosen.length === 0 ? "items" : amount} and publish
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}

function useAddItems({ id }: Assortment, onClose: () => void) {
  const weft = useWeft();
  return useSave({
    save: (itemIds: readonly string[]) =>
      weft.call("add-assortment-items", { params: { id }, body: { itemIds: [...itemIds] } }),
    message: describeAdded,
    stale: staleAfterPublish(),
    onSaved: onClose,
  });
}

function describeAdded({ items }: AssortmentItemsAnswer): string {
  const added = items.filter(({ outcome }) => outcome === "added").length;
  const there = items.length - added;
  const reported = added === 0 ? "No items added." : `${added} added and published.`;
  return there === 0 ? reported : `${reported} ${pluralize(there, "was", "were")} already in the assortment.`;
}

function chooseColumns(
  chosen: readonly string[],
  onChange: (chosen: readonly string[]) => void,
): readonly ListColumn<Item>[] {
  return [
    {
      title: "Item",
      render: (item) => (
        <Group gap={8} wrap="nowrap">
          <EntityPicture entity={item} width={32} height={32} />
          <Checkbox
            label={fullTitleOf(item)}
            checked={chosen.includes(item.id)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...chosen, item.id] : chosen.filter((other) => other !== item.id))
            }
          />
        </Group>
      ),
    },
    { title: "External ID", render: ({ federatedId }) => federatedId ?? "" },
  ];
}
