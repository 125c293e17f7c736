import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { AssortmentPublishChange } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatNumber, formatTime } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useListing } from "../ui/use-listing.ts";
import { Facts } from "./facts.tsx";
import { nameDetails } from "./item-names.ts";
import { PublishDetails } from "./publish-details.tsx";

const route = getRouteApi("/shell/assortments/$id");

/** Every publish, newest first; one of them opens with all its changes. */
export function PublishHistory({ assortmentId }: { readonly assortmentId: string }) {
  const { publish } = route.useSearch();
  return publish === undefined ? (
    <Publishes assortmentId={assortmentId} />
  ) : (
    <PublishChange assortmentId={assortmentId} changeId={publish} />
  );
}

function Publishes({ assortmentId }: { readonly assortmentId: string }) {
  const weft = useWeft();
  const navigate = route.useNavigate();
  const listing = useListing({
    queryKey: queryKeys.assortments.history(assortmentId),
    read: (nextPageKey, signal) =>
      weft.call("list-assortment-history", { params: { id: assortmentId }, query: { nextPageKey } }, { signal }),
  });
  return (
    <ListTable
      isOneLine
      label="Publishes"
      listing={listing}
      columns={columns}
      rowKey={({ id }) => id}
      onOpen={({ id }) => void navigate({ search: { tab: "history", publish: id } })}
      empty={
        <EmptyState icon="changes" title="No publishes yet">
          Each publish is recorded here with its changes: adding or removing items, a load, or the Publish button.
        </EmptyState>
      }
    />
  );
}

const columns: readonly ListColumn<AssortmentPublishChange>[] = [
  {
    title: "Time",
    render: ({ id, createdOn }) => (
      <Anchor
        size="sm"
        fw={550}
        renderRoot={(props) => (
          <Link {...props} from="/assortments/$id" to="." search={{ tab: "history", publish: id }} />
        )}
      >
        <TimeAgo time={createdOn} />
      </Anchor>
    ),
  },
  { title: "User", render: ({ createdBy }) => createdBy.name },
  { title: "Source", render: ({ source }) => source },
  { title: "Added", align: "right", render: ({ adds }) => <Amount amount={adds} sign="+" /> },
  { title: "Changed", align: "right", render: ({ updates }) => <Amount amount={updates} sign="" /> },
  { title: "Removed", align: "right", render: ({ deletes }) => <Amount amount={deletes} sign="−" /> },
  { title: "Members", align: "right", render: ({ summary }) => formatNumber(summary.itemCount) },
];

function Amount({ amount, sign }: { readonly amount: number; readonly sign: string }) {
  return (
    <Text size="sm" span c={amount === 0 ? "dimmed" : "var(--weft-text)"}>
      {amount === 0 ? "0" : `${sign}${formatNumber(amount)}`}
    </Text>
  );
}

interface PublishChangeProps {
  readonly assortmentId: string;
  readonly changeId: string;
}

function PublishChange({ assortmentId, changeId }: PublishChangeProps) {
  const weft = useWeft();
  const params = { id: assortmentId, changeId };
  const change = useQuery({
    queryKey: queryKeys.assortments.publish(assortmentId, changeId),
    queryFn: ({ signal }) => weft.call("get-assortment-publish-change", { params, query: { limit: 1 } }, { signal }),
  });
  const listing = useListing({
    queryKey: queryKeys.assortments.publishDetails(assortmentId, changeId),
    read: async (nextPageKey, signal) => {
      const page = await weft.call("get-assortment-publish-change", { params, query: { nextPageKey } }, { signal });
      return { results: await nameDetails(weft, page.details, signal), nextPageKey: page.nextPageKey };
    },
  });
  return (
    <Stack gap="md">
      <Anchor
        size="sm"
        renderRoot={(props) => <Link {...props} from="/assortments/$id" to="." search={{ tab: "history" }} />}
      >
        All publishes
      </Anchor>
      <Loaded query={change}>{(found) => <ChangeFacts change={found} />}</Loaded>
      <PublishDetails listing={listing} />
    </Stack>
  );
}

function ChangeFacts({ change }: { readonly change: AssortmentPublishChange }) {
  const { createdOn, createdBy, source, adds, updates, deletes, changeSetId } = change;
  return (
    <Group justify="space-between" align="flex-end">
      <Facts
        facts={[
          ["Published", formatTime(createdOn)],
          ["By", `${createdBy.name} (${source})`],
          ["Changes", `${adds} added, ${updates} changed, ${deletes} removed`],
          ["Members", String(change.summary.itemCount)],
          ["Change set", <ChangeSetLink key="set" changeSetId={changeSetId} />],
        ]}
      />
      <Button
        variant="default"
        component="a"
        href={change.baselineUrl}
        download={`assortment-${change.assortmentId}-${change.id}.ndjson`}
        leftSection={<Icon name="download" size={16} />}
      >
        Download published members
      </Button>
    </Group>
  );
}

function ChangeSetLink({ changeSetId }: { readonly changeSetId: string }) {
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/changes/$changeSetId" params={{ changeSetId }} />}>
      View changes
    </Anchor>
  );
}
