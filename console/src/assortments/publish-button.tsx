import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Assortment } from "@weft/client";
import { useState } from "react";
import { mayDo, useSession, useWeft } from "../session/session.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Icon } from "../ui/icon.tsx";
import { Loaded, SkeletonRows } from "../ui/loaded.tsx";
import type { ListingState } from "../ui/use-listing.ts";
import { useSave } from "../ui/use-save.ts";
import { staleAfterPublish, unpublishedChangesQuery, unpublishedQuery } from "./assortment-queries.ts";
import type { NamedDetail } from "./item-names.ts";
import { PublishDetails } from "./publish-details.tsx";

/** Shows whether there are unpublished changes, and previews them. */
export function PublishButton({ assortment }: { readonly assortment: Assortment }) {
  const { who, weft } = useSession();
  const mayPublish = mayDo(who, "update", "assortment");
  const { data: hasUnpublished } = useQuery({ ...unpublishedQuery(weft, assortment.id), enabled: mayPublish });
  const [isOpen, setOpen] = useState(false);
  if (!mayPublish) return null;
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {hasUnpublished === undefined ? "" : hasUnpublished ? "Unpublished changes" : "Up to date"}
      </Text>
      <Button
        leftSection={<Icon name="send" size={16} />}
        disabled={hasUnpublished !== true}
        onClick={() => setOpen(true)}
      >
        Publish
      </Button>
      {isOpen && <PublishDialog assortment={assortment} onClose={() => setOpen(false)} />}
    </>
  );
}

function PublishDialog({ assortment, onClose }: { readonly assortment: Assortment; readonly onClose: () => void }) {
  const weft = useWeft();
  const changes = useQuery(unpublishedChangesQuery(weft, assortment));
  const publish = useSave({
    save: () => weft.call("publish-assortment", { params: { id: assortment.id } }),
    message: ({ isPublished }) => (isPublished ? "Published." : "Nothing to publish."),
    stale: staleAfterPublish(),
    onSaved: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={`Publish ${assortment.name ?? "the assortment"}`} size="xl">
      <Stack>
        <Text size="sm">
          This records one publish with the changes below, counts the members, publishes assortments composed from this
          one, and notifies webhooks and workflows.
        </Text>
        <Loaded query={changes} skeleton={<SkeletonRows rows={4} />}>
          {(found) =>
            found === "not-compared" ? (
              <Text size="sm" c="dimmed">
                {(assortment.composedFromAssortmentIds ?? []).length > 0
                  ? "This assortment is composed from others. Its changes are known after publishing."
                  : "Too many members to compare here. See the history after publishing."}
              </Text>
            ) : (
              <PublishDetails listing={listingOf(found)} maxHeight="45vh" />
            )
          }
        </Loaded>
        {publish.error !== null && <ErrorNote error={publish.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button loading={publish.isPending} onClick={() => publish.mutate()}>
            Publish
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function listingOf(rows: readonly NamedDetail[]): ListingState<NamedDetail> {
  const nothing = () => {};
  return {
    rows,
    total: rows.length,
    isPending: false,
    error: null,
    hasMore: false,
    isFetchingMore: false,
    isFetching: false,
    fetchMore: nothing,
    refetch: nothing,
  };
}
