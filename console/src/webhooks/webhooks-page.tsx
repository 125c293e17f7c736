import { Anchor, Box, Button, Group, Paper, Skeleton, Stack, Text, Title, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { CreatedWebhook, Webhook } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { ForAdministrators } from "../session/for-right.tsx";
import { useSession, useWeft } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatNumber } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { Sparkline } from "../ui/time-chart.tsx";
import { useListing } from "../ui/use-listing.ts";
import { CallsChart } from "./calls-chart.tsx";
import { EventList } from "./event-picker.tsx";
import { shareOf } from "./last-day.ts";
import { useLastDay } from "./last-day-chart.tsx";
import { SecretOnce, verificationUsage } from "./secret-once.tsx";
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
  const openWebhook = ({ id }: CreatedWebhook) => void navigate({ to: "/webhooks/$id", params: { id } });
  const onSaved = (saved: CreatedWebhook) => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.webhooks.all() });
    onClose();
    if (saved.secret === undefined) openWebhook(saved);
    else setMade(saved);
  };
  return (
    <>
      <WebhookForm opened={opened} onClose={onClose} onSaved={onSaved} />
      <SecretOnce
        secret={made?.secret}
        title="Webhook created"
        usage={verificationUsage}
        onClose={() => made !== undefined && openWebhook(made)}
      />
    </>
  );
}

function Webhooks({ onNew }: { readonly onNew: () => void }) {
  const weft = useWeft();
  const navigate = useNavigate();
  const listing = useListing<Webhook>({
    queryKey: queryKeys.webhooks.list(),
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

/** The delivery rate of the last day, and a chart by hour. */
export function LastDayCell({ webhookId }: { readonly webhookId: string }) {
  const { data } = useLastDay(webhookId);
  if (data === undefined) return <Skeleton height={20} width={140} />;
  const share = shareOf(data);
  if (share === undefined) {
    return (
      <Text size="sm" c="dimmed">
        no messages
      </Text>
    );
  }
  const isWhole = data.delivered === data.evaluated;
  return (
    <Group gap="xs" wrap="nowrap">
      <Box w={72}>
        <Sparkline
          values={data.hours.map(({ delivered, parked, pending }) => delivered + parked + pending)}
          label={`Messages by hour, ${formatNumber(data.evaluated)} in the last day`}
          color={isWhole ? "teal" : "red"}
          height={24}
        />
      </Box>
      <Text size="sm" className="numbers" style={{ whiteSpace: "nowrap" }}>
        {share} of {formatNumber(data.evaluated)}
        {data.isCut ? "+" : ""}
      </Text>
    </Group>
  );
}
