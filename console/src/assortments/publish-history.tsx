import { Anchor, Text } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { AssortmentPublishChange } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useListing } from "../ui/use-listing.ts";
import { PublishChange } from "./publish-change.tsx";

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
    queryKey: ["entities", "assortments", assortmentId, "history"],
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

const numbers = new Intl.NumberFormat("en");

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
  { title: "Members", align: "right", render: ({ summary }) => numbers.format(summary.itemCount) },
];

function Amount({ amount, sign }: { readonly amount: number; readonly sign: string }) {
  return (
    <Text size="sm" span c={amount === 0 ? "dimmed" : "var(--mantine-color-text)"}>
      {amount === 0 ? "0" : `${sign}${numbers.format(amount)}`}
    </Text>
  );
}
