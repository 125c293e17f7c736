import { Badge, Button, Modal, Text } from "@mantine/core";
import { useState } from "react";
import { EmptyState } from "../ui/empty-state.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { formatValue, PropertyDiffs } from "../ui/property-diffs.tsx";
import type { ListingState } from "../ui/use-listing.ts";
import { changedSlugs } from "./compare-members.ts";
import { ItemName } from "./item-name.tsx";
import type { NamedDetail } from "./item-names.ts";

interface PublishDetailsProps {
  readonly listing: ListingState<NamedDetail>;
  readonly maxHeight?: string;
}

/** The changes of each member: added, removed, changed. */
export function PublishDetails({ listing, maxHeight = "calc(100vh - 320px)" }: PublishDetailsProps) {
  const [opened, setOpened] = useState<NamedDetail>();
  return (
    <>
      <ListTable
        isOneLine
        label="Changes"
        listing={listing}
        columns={columnsOf(setOpened)}
        rowKey={({ assortmentItemId, action }) => `${action} ${assortmentItemId}`}
        maxHeight={maxHeight}
        empty={
          <EmptyState icon="check" title="No changes">
            No member that you may read has changed.
          </EmptyState>
        }
      />
      <Modal
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={opened?.item?.name ?? "A member"}
        size="lg"
      >
        {opened !== undefined && <PropertyDiffs diffs={diffsOf(opened)} label="Member properties" />}
      </Modal>
    </>
  );
}

const words = { add: "added", update: "changed", delete: "removed" } as const;
const colors = { add: "teal", update: "yellow", delete: "red" } as const;

function columnsOf(onOpen: (detail: NamedDetail) => void): readonly ListColumn<NamedDetail>[] {
  return [
    {
      title: "Action",
      width: 110,
      render: ({ action }) => (
        <Badge variant="dot" color={colors[action]} radius="sm" tt="none" fw={550} miw="max-content">
          {words[action]}
        </Badge>
      ),
    },
    { title: "Item", render: ({ item, itemId }) => <ItemName item={item} itemId={itemId} /> },
    { title: "Properties", render: (detail) => <ChangeSummary detail={detail} /> },
    {
      title: "Details",
      align: "right",
      render: (detail) => (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => onOpen(detail)}
          aria-label={`Show properties of ${detail.item?.name ?? detail.assortmentItemId}`}
        >
          Show
        </Button>
      ),
    },
  ];
}

function ChangeSummary({ detail }: { readonly detail: NamedDetail }) {
  if (detail.action !== "update") return null;
  const text = diffsOf(detail).map(({ slug, oldValue, newValue }) => `${slug}: ${show(oldValue)} → ${show(newValue)}`);
  return (
    <Text size="sm" truncate maw={420}>
      {text.join(", ")}
    </Text>
  );
}

function show(value: unknown): string {
  const text = formatValue(value);
  return text === "" ? "empty" : text;
}

function diffsOf({ before, after }: NamedDetail) {
  return changedSlugs({ ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }).map(
    (slug) => ({ slug, oldValue: before?.[slug], newValue: after?.[slug] }),
  );
}
