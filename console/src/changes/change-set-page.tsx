import { Anchor, Badge, Button, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ChangeRecord } from "@weft/client";
import { UndoChangeDialog } from "../entities/undo-change-dialog.tsx";
import { ShortId } from "../ui/copy-text.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { changeActions } from "./change-filters.ts";
import { actionLabels, sourceLabels, sourceLinkOf } from "./change-labels.ts";
import { ChangeList } from "./change-list.tsx";
import { ExportButton } from "./export-button.tsx";
import { useChanges } from "./use-changes.ts";

const route = getRouteApi("/shell/changes/$changeSetId");

/** All changes of one request, batch, load or task. */
export function ChangeSetPage() {
  const { changeSetId } = route.useParams();
  const query = { criteria: { changeSetId }, source: undefined };
  const { listing } = useChanges(query);
  const first = listing.rows[0]?.record;
  return (
    <PageFrame
      title="Change set"
      crumbs={[{ title: "Changes", link: { to: "/changes" } }]}
      description={
        <Group gap={6}>
          Changes made together by one request, load or task. <ShortId id={changeSetId} />
        </Group>
      }
      actions={
        <>
          {first !== undefined && <UndoButton changeSetId={changeSetId} />}
          <ExportButton query={query} />
        </>
      }
    >
      {first !== undefined && (
        <Origin first={first} records={listing.rows.map(({ record }) => record)} hasMore={listing.hasMore} />
      )}
      <ChangeList
        label="Changes of the set"
        listing={listing}
        isGrouped={false}
        empty={
          <EmptyState icon="changes" title="Change set not found">
            You may not read its changes, or they are no longer kept.
          </EmptyState>
        }
      />
    </PageFrame>
  );
}

function UndoButton({ changeSetId }: { readonly changeSetId: string }) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<Icon name="undo" size={16} />} onClick={dialog.open}>
        Undo change
      </Button>
      <UndoChangeDialog changeSetId={changeSetId} opened={isOpen} onClose={dialog.close} />
    </>
  );
}

interface OriginProps {
  readonly first: ChangeRecord;
  readonly records: readonly ChangeRecord[];
  readonly hasMore: boolean;
}

function Origin({ first, records, hasMore }: OriginProps) {
  const link = sourceLinkOf(first);
  return (
    <Group gap="sm">
      <Text size="sm">
        <strong>{first.createdBy?.name ?? "Service"}</strong>, via{" "}
        {link === undefined ? (
          sourceLabels[first.source]
        ) : (
          <Anchor size="sm" underline="always" renderRoot={(props) => <Link {...props} {...link} />}>
            {sourceLabels[first.source]}
          </Anchor>
        )}
        , <TimeAgo time={first.createdOn} />
      </Text>
      {changeActions.map((action) => {
        const count = records.filter((record) => record.action === action).length;
        return (
          count > 0 && (
            <Badge key={action} variant="dot" color={actionLabels[action].color} radius="sm" tt="none" fw={550}>
              {count} {actionLabels[action].word}
              {hasMore ? " so far" : ""}
            </Badge>
          )
        );
      })}
    </Group>
  );
}
