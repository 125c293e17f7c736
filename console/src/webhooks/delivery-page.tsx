import { Alert, Anchor, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { WebhookDelivery } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { ForAdministrators } from "../session/for-right.tsx";
import { useSession, useWeft } from "../session/session.ts";
import { ShortId } from "../ui/copy-text.tsx";
import { Icon } from "../ui/icon.tsx";
import { JsonView } from "../ui/json-view.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useAct } from "../ui/use-save.ts";
import { AttemptLog } from "./attempt-log.tsx";
import { EntityLink } from "./delivery-list.tsx";
import { statusMeanings } from "./webhook-search.ts";
import { webhookName } from "./webhook-state.ts";

const route = getRouteApi("/shell/deliveries/$id");
const busyMs = 2_000;

export function DeliveryPage() {
  const { id } = route.useParams();
  const weft = useWeft();
  const { isAdministrator } = useSession().who;
  const delivery = useQuery({
    queryKey: queryKeys.webhooks.delivery(id),
    queryFn: ({ signal }) => weft.call("get-webhook-delivery", { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? busyMs : false),
    enabled: isAdministrator,
  });
  return (
    <PageFrame
      title={delivery.data?.type ?? "Delivery"}
      crumbs={[
        { title: "Webhooks", link: { to: "/webhooks" } },
        { title: "Deliveries", link: { to: "/deliveries" } },
      ]}
      description={delivery.data && <Head delivery={delivery.data} />}
      actions={delivery.data && <ReplayButton delivery={delivery.data} />}
    >
      <ForAdministrators what="deliveries">
        <Loaded query={delivery}>{(found) => <Content delivery={found} />}</Loaded>
      </ForAdministrators>
    </PageFrame>
  );
}

function Head({ delivery }: { readonly delivery: WebhookDelivery }) {
  const weft = useWeft();
  const { webhookId: id, entityReference, createdOn, status } = delivery;
  const webhook = useQuery({
    queryKey: queryKeys.webhooks.one(id),
    queryFn: ({ signal }) => weft.call("get-webhook", { params: { id } }, { signal }),
  });
  return (
    <Group gap="sm" mt={4}>
      <StatusBadge status={status} />
      <span>
        to{" "}
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/webhooks/$id" params={{ id }} />}>
          {webhook.data === undefined ? "its webhook" : webhookName(webhook.data)}
        </Anchor>
      </span>
      {entityReference !== null && (
        <span>
          about <EntityLink reference={entityReference} />
        </span>
      )}
      <span>
        created <TimeAgo time={createdOn} />
      </span>
      <ShortId id={delivery.id} />
    </Group>
  );
}

function ReplayButton({ delivery: { id, status, isTest } }: { readonly delivery: WebhookDelivery }) {
  const { isAdministrator } = useSession().who;
  const weft = useWeft();
  const replay = useAct({
    save: () => weft.call("replay-webhook-delivery", { params: { id } }),
    message: () => "Message queued again with the same id and sequence.",
    stale: [queryKeys.webhooks.all()],
  });
  if (!isAdministrator || isTest) return null;
  return (
    <Button
      leftSection={<Icon name="refresh" size={16} />}
      disabled={status === "pending"}
      loading={replay.isPending}
      onClick={() => replay.mutate()}
    >
      Replay
    </Button>
  );
}

function Content({ delivery }: { readonly delivery: WebhookDelivery }) {
  return (
    <Stack gap="lg">
      <StatusNote delivery={delivery} />
      <section aria-labelledby="attempts">
        <Title order={2} size="h4" mb="sm" id="attempts">
          Attempts
        </Title>
        <AttemptLog attempts={delivery.attemptLog} />
      </section>
      <section aria-labelledby="message">
        <Title order={2} size="h4" mb="sm" id="message">
          Message
        </Title>
        <JsonView value={delivery.payload} maxHeight={560} />
      </section>
    </Stack>
  );
}

function StatusNote({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { status, nextAttemptOn, sequence, previousSequence } = delivery;
  const color = status === "parked" ? "red" : status === "pending" ? "yellow" : "teal";
  return (
    <Alert color={color} variant="outline" icon={<Icon name={status === "delivered" ? "check" : "info"} />}>
      <Text size="sm">{statusMeanings[status]}</Text>
      {status === "pending" && (
        <Text size="sm">
          {nextAttemptOn === null ? (
            "It is sent when the previous message about this entity is done."
          ) : (
            <>
              Next attempt: <TimeAgo time={nextAttemptOn} />.
            </>
          )}
        </Text>
      )}
      {sequence !== null && (
        <Text size="sm" c="dimmed" className="numbers">
          Event {sequence} of this entity
          {previousSequence === null ? ", the first one." : `, after ${previousSequence}.`}
        </Text>
      )}
    </Alert>
  );
}
