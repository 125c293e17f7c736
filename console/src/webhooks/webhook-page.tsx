import { Alert, Button, Grid, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Webhook } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { ForAdministrators } from "../session/for-right.tsx";
import { useSession, useWeft } from "../session/session.ts";
import { ShortId } from "../ui/copy-text.tsx";
import { Icon } from "../ui/icon.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useAct } from "../ui/use-save.ts";
import { DeliveryList, StatusFilter } from "./delivery-list.tsx";
import { LastDayChart } from "./last-day-chart.tsx";
import { TestButton } from "./test-button.tsx";
import { WebhookFacts } from "./webhook-facts.tsx";
import { WebhookMenu } from "./webhook-menu.tsx";
import { webhookName, webhookState } from "./webhook-state.ts";

const route = getRouteApi("/shell/webhooks/$id");
const crumbs = [{ title: "Webhooks", link: { to: "/webhooks" } }] as const;

export function WebhookPage() {
  const { id } = route.useParams();
  const weft = useWeft();
  const { isAdministrator } = useSession().who;
  const webhook = useQuery({
    queryKey: queryKeys.webhooks.one(id),
    queryFn: ({ signal }) => weft.call("get-webhook", { params: { id } }, { signal }),
    refetchInterval: 10_000,
    enabled: isAdministrator,
  });
  const title = webhook.data === undefined ? "Webhook" : webhookName(webhook.data);
  return (
    <PageFrame
      title={title}
      crumbs={crumbs}
      description={webhook.data && <Head webhook={webhook.data} />}
      actions={webhook.data && <Actions webhook={webhook.data} />}
    >
      <ForAdministrators what="webhooks">
        <Loaded query={webhook}>{(found) => <Content webhook={found} />}</Loaded>
      </ForAdministrators>
    </PageFrame>
  );
}

function Head({ webhook }: { readonly webhook: Webhook }) {
  return (
    <Group gap="sm" mt={4}>
      <StatusBadge status={webhookState(webhook, Date.now()).status} />
      <ShortId id={webhook.id} />
    </Group>
  );
}

function Actions({ webhook }: { readonly webhook: Webhook }) {
  const { isAdministrator } = useSession().who;
  if (!isAdministrator) return null;
  return (
    <>
      <TestButton webhookId={webhook.id} />
      <SwitchButton webhook={webhook} />
      <WebhookMenu webhook={webhook} />
    </>
  );
}

function SwitchButton({ webhook }: { readonly webhook: Webhook }) {
  const weft = useWeft();
  const { id, isActive, version } = webhook;
  const flip = useAct({
    save: () => weft.call("update-webhook", { params: { id }, body: { isActive: !isActive } }, { ifMatch: version }),
    message: () => (isActive ? "Webhook disabled. Pending messages are parked." : "Webhook enabled."),
    stale: [queryKeys.webhooks.all()],
  });
  return (
    <Button
      variant="default"
      leftSection={<Icon name={isActive ? "stop" : "play"} size={16} />}
      loading={flip.isPending}
      onClick={() => flip.mutate()}
    >
      {isActive ? "Disable" : "Enable"}
    </Button>
  );
}

function Content({ webhook }: { readonly webhook: Webhook }) {
  return (
    <Stack gap="lg">
      <StateNote webhook={webhook} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Paper withBorder p="md" h="100%">
            <WebhookFacts webhook={webhook} />
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Paper withBorder p="md" h="100%">
            <Title order={2} size="h4" mb="sm">
              Last 24 hours
            </Title>
            <LastDayChart webhookId={webhook.id} />
          </Paper>
        </Grid.Col>
      </Grid>
      <Deliveries webhookId={webhook.id} />
    </Stack>
  );
}

const momentLabels = {
  active: "",
  failing: "First failure:",
  paused: "Resumes",
  off: "",
  disabled: "Disabled",
} as const;

function StateNote({ webhook }: { readonly webhook: Webhook }) {
  const { status, reason, time } = webhookState(webhook, Date.now());
  if (reason === undefined) return null;
  const titles = {
    active: "",
    failing: "Deliveries are failing",
    paused: "Paused",
    off: "Disabled",
    disabled: "Disabled by the service",
  };
  const color = status === "paused" || status === "off" ? "yellow" : "red";
  return (
    <Alert color={color} variant="outline" icon={<Icon name="warning" />} title={titles[status]}>
      <Text size="sm">
        {reason}
        {time !== undefined && (
          <>
            {" "}
            {momentLabels[status]} <TimeAgo time={time} />.
          </>
        )}
      </Text>
      {status === "disabled" && (
        <Text size="sm">Fix the receiver, enable the webhook, then replay the parked messages.</Text>
      )}
    </Alert>
  );
}

function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Stack gap="sm" component="section" aria-labelledby="deliveries">
      <Group justify="space-between">
        <Title order={2} size="h4" id="deliveries">
          Deliveries
        </Title>
        <StatusFilter value={status} onChange={(next) => void navigate({ search: { status: next }, replace: true })} />
      </Group>
      <DeliveryList filter={{ webhookId, status }} maxHeight="560px" />
    </Stack>
  );
}
