import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Assortment } from "@weft/client";
import { useState } from "react";
import { mayDo, useSession, useWeft } from "../session/session.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Icon } from "../ui/icon.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { notifyDone } from "../ui/notify.ts";
import { SkeletonRows } from "../ui/skeleton-rows.tsx";
import type { ListingState } from "../ui/use-listing.ts";
import { forgetAssortments, unpublishedQuery } from "./assortment-queries.ts";
import type { NamedDetail } from "./named-detail.ts";
import { PublishDetails } from "./publish-details.tsx";
import { unpublishedChangesQuery } from "./unpublished-changes.ts";

/** Says whether there is anything to publish, and shows it before it is done. */
export function PublishButton({ assortment }: { readonly assortment: Assortment }) {
  const { who, weft } = useSession();
  const mayPublish = mayDo(who, "update", "assortment");
  const { data: hasUnpublished } = useQuery({ ...unpublishedQuery(weft, assortment.id), enabled: mayPublish });
  const [isOpen, setOpen] = useState(false);
  if (!mayPublish) return null;
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {hasUnpublished === undefined ? "" : hasUnpublished ? "Has unpublished changes" : "Everything is published"}
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
  const queryClient = useQueryClient();
  const changes = useQuery(unpublishedChangesQuery(weft, assortment));
  const publish = useMutation({
    mutationFn: () => weft.call("publish-assortment", { params: { id: assortment.id } }),
    onSuccess: async ({ isPublished }) => {
      notifyDone(isPublished ? "Published." : "There was nothing to publish.");
      onClose();
      await forgetAssortments(queryClient);
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Publish ${assortment.name ?? "the assortment"}`} size="xl">
      <Stack>
        <Text size="sm">
          One publish is recorded with what follows, the members are counted anew, assortments composed from this one
          are published too, and whoever listens is told.
        </Text>
        <Loaded query={changes} skeleton={<SkeletonRows rows={4} />}>
          {(found) =>
            found === "not-compared" ? (
              <Text size="sm" c="dimmed">
                {(assortment.composedFromAssortmentIds ?? []).length > 0
                  ? "It is composed anew from its sources, so what changes is known once it is published."
                  : "It has too many members to compare them here. The history shows what has changed."}
              </Text>
            ) : (
              <PublishDetails listing={listingOf(found)} maxHeight="45vh" />
            )
          }
        </Loaded>
        {publish.error !== null && <ErrorNote error={publish.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Not now
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
