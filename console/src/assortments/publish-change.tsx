import { Anchor, Button, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { AssortmentPublishChange } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { Icon } from "../ui/icon.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { formatTime } from "../ui/time-ago.tsx";
import { useListing } from "../ui/use-listing.ts";
import { Facts } from "./facts.tsx";
import { nameDetails } from "./named-detail.ts";
import { PublishDetails } from "./publish-details.tsx";

interface PublishChangeProps {
  readonly assortmentId: string;
  readonly changeId: string;
}

export function PublishChange({ assortmentId, changeId }: PublishChangeProps) {
  const weft = useWeft();
  const params = { id: assortmentId, changeId };
  const queryKey = ["entities", "assortments", assortmentId, "history", changeId];
  const change = useQuery({
    queryKey: [...queryKey, "facts"],
    queryFn: ({ signal }) => weft.call("get-assortment-publish-change", { params, query: { limit: 1 } }, { signal }),
  });
  const listing = useListing({
    queryKey: [...queryKey, "details"],
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
