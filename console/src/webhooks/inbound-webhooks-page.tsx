import { ActionIcon, Button, CopyButton, Group, List, Skeleton, Switch, Text, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { InboundWebhook } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { ForAdministrators } from "../session/for-right.tsx";
import { useSession, useWeft } from "../session/session.ts";
import { ActionItem, ActionMenu } from "../ui/action-menu.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Icon } from "../ui/icon.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useListing } from "../ui/use-listing.ts";
import { useAct } from "../ui/use-save.ts";
import { absoluteAddress, NewInboundWebhook } from "./new-inbound-webhook.tsx";
import { RotateSecret } from "./secret-once.tsx";
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
    queryKey: queryKeys.inboundWebhooks.list(),
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
  const { id, name, isActive, version } = webhook;
  const flip = useAct({
    save: (next: boolean) =>
      weft.call("update-inbound-webhook", { params: { id }, body: { isActive: next } }, { ifMatch: version }),
    stale: [queryKeys.inboundWebhooks.all()],
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

/** A long value in a row: truncated, and copied in full. */
export function CopyAddress({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <Group gap={6} wrap="nowrap">
      <Tooltip label={value}>
        <Text size="sm" className="mono" truncate maw={260}>
          {value}
        </Text>
      </Tooltip>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <ActionIcon variant="default" size="sm" aria-label={copied ? "Copied" : label} onClick={copy}>
            <Icon name={copied ? "check" : "copy"} size={14} />
          </ActionIcon>
        )}
      </CopyButton>
    </Group>
  );
}

interface DeleteInboundWebhookProps {
  readonly webhook: InboundWebhook;
  readonly onClose: () => void;
}

export function DeleteInboundWebhook({ webhook, onClose }: DeleteInboundWebhookProps) {
  const weft = useWeft();
  const params = { id: webhook.id };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete inbound webhook "${webhook.name}"`}
      confirmLabel="Delete inbound webhook"
      act={() => weft.call("delete-inbound-webhook", { params }, { ifMatch: webhook.version })}
      message="Inbound webhook deleted."
      stale={[queryKeys.inboundWebhooks.all()]}
    >
      <Text size="sm">Calls to its URL are rejected from now on. This cannot be undone.</Text>
      <Listeners triggerKey={webhook.triggerKey} />
    </ConfirmDialog>
  );
}

/** The workflows that lose this trigger. */
function Listeners({ triggerKey }: { readonly triggerKey: string }) {
  const weft = useWeft();
  const listeners = useQuery({
    queryKey: queryKeys.workflows.listeners(triggerKey),
    queryFn: async ({ signal }) => {
      const { results } = await weft.call("list-event-workflows", { query: { limit: 1000 } }, { signal });
      return results.filter(({ triggers }) => triggers.includes(triggerKey)).map(({ name }) => name);
    },
  });
  if (listeners.error !== null) return <ErrorNote error={listeners.error} />;
  if (listeners.data === undefined) return <Skeleton height={20} />;
  if (listeners.data.length === 0) return <Text size="sm">No workflow uses it.</Text>;
  return (
    <>
      <Text size="sm">These workflows lose this trigger:</Text>
      <List size="sm">
        {listeners.data.map((name) => (
          <List.Item key={name}>{name}</List.Item>
        ))}
      </List>
    </>
  );
}
