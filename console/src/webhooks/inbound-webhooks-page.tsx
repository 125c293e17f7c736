import { Button, Group, Switch, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { InboundWebhook } from "@weft/client";
import { useState } from "react";
import { ForAdministrators } from "../access/for-administrators.tsx";
import { useSession, useWeft } from "../session/session.ts";
import { ActionItem, ActionMenu } from "../ui/action-menu.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { notifyError } from "../ui/notify.ts";
import { PageFrame } from "../ui/page-frame.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useListing } from "../ui/use-listing.ts";
import { absoluteAddress } from "./absolute-address.ts";
import { CopyAddress } from "./copy-address.tsx";
import { DeleteInboundWebhook } from "./delete-inbound-webhook.tsx";
import { NewInboundWebhook } from "./new-inbound-webhook.tsx";
import { RotateSecret } from "./rotate-secret.tsx";
import { WebhookTabs } from "./webhook-tabs.tsx";

export function InboundWebhooksPage() {
  const { isAdministrator } = useSession().who;
  const [isNewOpen, form] = useDisclosure(false);
  const button = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={form.open}>
      New inbound webhook
    </Button>
  );
  return (
    <PageFrame
      title="Inbound webhooks"
      description="URLs that other systems call. Each call starts the workflows with its trigger."
      actions={isAdministrator && button}
    >
      <WebhookTabs />
      <ForAdministrators what="inbound webhooks">
        <InboundWebhooks onNew={form.open} />
        <NewInboundWebhook opened={isNewOpen} onClose={form.close} />
      </ForAdministrators>
    </PageFrame>
  );
}

function InboundWebhooks({ onNew }: { readonly onNew: () => void }) {
  const weft = useWeft();
  const listing = useListing<InboundWebhook>({
    queryKey: ["inbound-webhooks", "list"],
    read: (nextPageKey, signal) => weft.call("list-inbound-webhooks", { query: { nextPageKey } }, { signal }),
  });
  const empty = (
    <EmptyState
      icon="webhooks"
      title="No inbound webhooks yet"
      action={<Button onClick={onNew}>Create your first inbound webhook</Button>}
    >
      Give another system a URL and a secret. Any JSON it posts there starts the workflows that use its trigger.
    </EmptyState>
  );
  return (
    <ListTable label="Inbound webhooks" listing={listing} columns={columns} rowKey={({ id }) => id} empty={empty} />
  );
}

const columns: readonly ListColumn<InboundWebhook>[] = [
  {
    title: "Name",
    render: ({ name, description }) => (
      <>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        {description !== null && (
          <Text size="xs" c="dimmed" truncate maw={280}>
            {description}
          </Text>
        )}
      </>
    ),
  },
  { title: "Enabled", render: (webhook) => <ActiveSwitch webhook={webhook} />, width: 110 },
  {
    title: "URL",
    render: ({ url }) => <CopyAddress label="Copy URL" value={absoluteAddress(url)} />,
  },
  {
    title: "Workflow trigger",
    render: ({ triggerKey }) => <CopyAddress label="Copy trigger" value={triggerKey} />,
  },
  { title: "Created", render: ({ createdOn }) => <TimeAgo time={createdOn} />, width: 130 },
  { title: "Actions", render: (webhook) => <InboundWebhookMenu webhook={webhook} />, width: 60 },
];

function InboundWebhookMenu({ webhook }: { readonly webhook: InboundWebhook }) {
  const [act, setAct] = useState<"rotate" | "delete">();
  const close = () => setAct(undefined);
  return (
    <>
      <ActionMenu label={`More actions for ${webhook.name}`}>
        <ActionItem icon="keys" onClick={() => setAct("rotate")}>
          Rotate secret
        </ActionItem>
        <ActionItem icon="trash" onClick={() => setAct("delete")}>
          Delete
        </ActionItem>
      </ActionMenu>
      <RotateSecret opened={act === "rotate"} onClose={close} webhookId={webhook.id} direction="receiving" />
      {act === "delete" && <DeleteInboundWebhook webhook={webhook} onClose={close} />}
    </>
  );
}

function ActiveSwitch({ webhook }: { readonly webhook: InboundWebhook }) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const { id, name, isActive, version } = webhook;
  const flip = useMutation({
    mutationFn: (next: boolean) =>
      weft.call("update-inbound-webhook", { params: { id }, body: { isActive: next } }, { ifMatch: version }),
    onError: notifyError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["inbound-webhooks"] }),
  });
  return (
    <Group>
      <Switch
        aria-label={`${name} enabled`}
        checked={flip.isPending ? flip.variables : isActive}
        onChange={({ currentTarget }) => flip.mutate(currentTarget.checked)}
      />
    </Group>
  );
}
