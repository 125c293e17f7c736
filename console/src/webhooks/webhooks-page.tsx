import { Anchor, Button, Group, Paper, Stack, Text, Title, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { CreatedWebhook, Webhook } from "@weft/client";
import { useState } from "react";
import { ForAdministrators } from "../access/for-administrators.tsx";
import { useSession, useWeft } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useListing } from "../ui/use-listing.ts";
import { CallsChart } from "./calls-chart.tsx";
import { EventList } from "./event-list.tsx";
import { LastDayCell } from "./last-day-cell.tsx";
import { SecretOnce } from "./secret-once.tsx";
import { verificationUsage } from "./verification-usage.ts";
import { WebhookForm } from "./webhook-form.tsx";
import { shortAddress, webhookName, webhookState } from "./webhook-state.ts";
import { WebhookTabs } from "./webhook-tabs.tsx";

export function WebhooksPage() {
  const { isAdministrator } = useSession().who;
  const [isNewOpen, form] = useDisclosure(false);
  const button = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={form.open}>
      New webhook
    </Button>
  );
  return (
    <PageFrame
      title="Webhooks"
      description="Send events to your systems when something happens."
      actions={isAdministrator && button}
    >
      <WebhookTabs />
      <ForAdministrators what="webhooks">
        <Webhooks onNew={form.open} />
        <NewWebhook opened={isNewOpen} onClose={form.close} />
      </ForAdministrators>
    </PageFrame>
  );
}

/** A generated secret is shown before anything else; then the page of the webhook. */
function NewWebhook({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [made, setMade] = useState<CreatedWebhook>();
  const goOn = ({ id }: CreatedWebhook) => void navigate({ to: "/webhooks/$id", params: { id } });
  const onSaved = (saved: CreatedWebhook) => {
    void queryClient.invalidateQueries({ queryKey: ["webhooks"] });
    onClose();
    if (saved.secret === undefined) goOn(saved);
    else setMade(saved);
  };
  return (
    <>
      <WebhookForm opened={opened} onClose={onClose} onSaved={onSaved} />
      <SecretOnce
        secret={made?.secret}
        title="Webhook created"
        usage={verificationUsage}
        onClose={() => made !== undefined && goOn(made)}
      />
    </>
  );
}

function Webhooks({ onNew }: { readonly onNew: () => void }) {
  const weft = useWeft();
  const navigate = useNavigate();
  const listing = useListing<Webhook>({
    queryKey: ["webhooks", "list"],
    read: (nextPageKey, signal) => weft.call("list-webhooks", { query: { nextPageKey } }, { signal }),
    refetchMs: 30_000,
  });
  const empty = (
    <EmptyState
      icon="webhooks"
      title="No webhooks yet"
      action={<Button onClick={onNew}>Create your first webhook</Button>}
    >
      A webhook posts a signed message to your URL for each selected event: an item changes, an assortment is published,
      a load ends. Failed messages are retried for three days.
    </EmptyState>
  );
  return (
    <Stack gap="lg">
      <ListTable
        label="Webhooks"
        listing={listing}
        columns={columns}
        rowKey={({ id }) => id}
        empty={empty}
        maxHeight="60vh"
        onOpen={({ id }) => void navigate({ to: "/webhooks/$id", params: { id } })}
      />
      {listing.rows.length > 0 && (
        <Paper withBorder p="md">
          <Title order={2} size="h4" mb="sm">
            Calls of all webhooks, last 7 days
          </Title>
          <CallsChart />
        </Paper>
      )}
    </Stack>
  );
}

const columns: readonly ListColumn<Webhook>[] = [
  { title: "Webhook", render: (webhook) => <NameCell webhook={webhook} /> },
  { title: "Status", render: (webhook) => <StateCell webhook={webhook} />, width: 130 },
  { title: "Events", render: ({ events }) => <EventList events={events} shownMax={2} /> },
  { title: "Delivered, last 24 hours", render: ({ id }) => <LastDayCell webhookId={id} />, width: 190 },
  { title: "Last delivery", render: ({ lastDeliveredOn }) => <LastDelivery time={lastDeliveredOn} />, width: 140 },
];

function NameCell({ webhook }: { readonly webhook: Webhook }) {
  const name = webhookName(webhook);
  const address = shortAddress(webhook.url);
  return (
    <>
      <Anchor
        size="sm"
        fw={600}
        display="block"
        maw={280}
        truncate
        renderRoot={(props) => <Link {...props} to="/webhooks/$id" params={{ id: webhook.id }} />}
      >
        {name}
      </Anchor>
      {name !== address && (
        <Text size="xs" c="dimmed" truncate maw={280}>
          {address}
        </Text>
      )}
    </>
  );
}

function StateCell({ webhook }: { readonly webhook: Webhook }) {
  const { status, reason } = webhookState(webhook, Date.now());
  if (reason === undefined) return <StatusBadge status={status} />;
  return (
    <Tooltip label={reason} multiline maw={320}>
      <Group component="span" style={{ display: "inline-flex" }}>
        <StatusBadge status={status} />
      </Group>
    </Tooltip>
  );
}

function LastDelivery({ time }: { readonly time: string | null }) {
  return time === null ? (
    <Text size="sm" c="dimmed">
      none yet
    </Text>
  ) : (
    <TimeAgo time={time} />
  );
}
