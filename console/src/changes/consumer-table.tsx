import { ActionIcon, Badge, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ChangeConsumer, Page } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { ShortId } from "../ui/copy-text.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatNumber } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { describeLag, isAtBeginning } from "./describe-lag.ts";

interface ConsumerTableProps {
  readonly query: UseQueryResult<Page<ChangeConsumer>>;
}

export function ConsumerTable({ query }: ConsumerTableProps) {
  const [toDelete, setToDelete] = useState<ChangeConsumer>();
  const [isAsking, setIsAsking] = useState(false);
  const askDelete = (consumer: ChangeConsumer) => {
    setToDelete(consumer);
    setIsAsking(true);
  };
  return (
    <>
      <ListTable
        label="Consumers"
        listing={{
          rows: query.data?.results ?? [],
          total: query.data?.results.length,
          isPending: query.isPending,
          error: query.error,
          hasMore: false,
          isFetchingMore: false,
          isFetching: query.isFetching,
          fetchMore: () => {},
          refetch: () => void query.refetch(),
        }}
        columns={columnsOf(askDelete)}
        rowKey={({ name }) => name}
        empty={
          <EmptyState icon="pulse" title="No consumers yet">
            A program that polls the changes under a name appears here, with its lag. See below.
          </EmptyState>
        }
      />
      {toDelete !== undefined && (
        <DeleteConsumer consumer={toDelete} opened={isAsking} onClose={() => setIsAsking(false)} />
      )}
    </>
  );
}

function columnsOf(askDelete: (consumer: ChangeConsumer) => void): readonly ListColumn<ChangeConsumer>[] {
  return [
    {
      title: "Name",
      render: ({ name }) => (
        <Text fw={550} size="sm">
          {name}
        </Text>
      ),
    },
    { title: "Lag", width: 220, render: (consumer) => <Lag consumer={consumer} /> },
    {
      title: "Read up to",
      render: ({ cursorTime }) => (isAtBeginning(cursorTime) ? "Nothing yet" : <TimeAgo time={cursorTime} />),
    },
    {
      title: "Owner",
      render: ({ ownerName, ownerId }) => ownerName ?? (ownerId && <ShortId id={ownerId} />) ?? "None",
    },
    { title: "Last updated", render: ({ updatedOn }) => <TimeAgo time={updatedOn} /> },
    { title: "Position", render: ({ cursor }) => <ShortId id={cursor} /> },
    {
      title: "Actions",
      width: 60,
      render: (consumer) => (
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`Delete consumer ${consumer.name}`}
          onClick={() => askDelete(consumer)}
        >
          <Icon name="trash" />
        </ActionIcon>
      ),
    },
  ];
}

function Lag({ consumer }: { readonly consumer: ChangeConsumer }) {
  return (
    <Badge
      miw="max-content"
      variant="dot"
      color={consumer.lag === 0 ? "teal" : "yellow"}
      radius="sm"
      tt="none"
      fw={550}
    >
      {describeLag(consumer, Date.now())}
    </Badge>
  );
}

interface DeleteConsumerProps {
  readonly consumer: ChangeConsumer;
  readonly opened: boolean;
  readonly onClose: () => void;
}

function DeleteConsumer({ consumer: { name, lag }, opened, onClose }: DeleteConsumerProps) {
  const weft = useWeft();
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete consumer "${name}"`}
      confirmLabel={`Delete ${name}`}
      act={() => weft.changes.consumers.delete({ name })}
      message={`Consumer "${name}" deleted.`}
      stale={[queryKeys.changes.consumers()]}
    >
      <Text size="sm">
        Its position is deleted
        {lag === 0 ? "" : `, with ${formatNumber(lag)} unread records`}. No change is lost. A program that polls under
        this name later starts from the beginning, unless it sets another position.
      </Text>
    </ConfirmDialog>
  );
}
