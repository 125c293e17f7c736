import { ActionIcon, Alert, Button, Checkbox, Group, Menu, Modal, Select, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Webhook } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { formatTime, pluralize } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { notifyDone } from "../ui/notify.ts";
import { useSave } from "../ui/use-save.ts";
import { DeleteWebhook } from "./delete-webhook.tsx";
import { RotateSecret } from "./secret-once.tsx";
import { WebhookForm } from "./webhook-form.tsx";

type Act = "edit" | "rotate" | "replay" | "delete";

/** The less frequent actions. */
export function WebhookMenu({ webhook }: { readonly webhook: Webhook }) {
  const queryClient = useQueryClient();
  const [act, setAct] = useState<Act>();
  const close = () => setAct(undefined);
  const onSaved = () => {
    close();
    notifyDone("Webhook saved.");
    void queryClient.invalidateQueries({ queryKey: queryKeys.webhooks.all() });
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions for the webhook">
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="edit" />} onClick={() => setAct("edit")}>
            Edit
          </Menu.Item>
          {webhook.auth.type === "hmac" && (
            <Menu.Item leftSection={<Icon name="keys" />} onClick={() => setAct("rotate")}>
              Rotate secret
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Icon name="refresh" />} onClick={() => setAct("replay")}>
            Replay since…
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="trash" />} onClick={() => setAct("delete")}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <WebhookForm opened={act === "edit"} onClose={close} before={webhook} onSaved={onSaved} />
      <RotateSecret opened={act === "rotate"} onClose={close} webhookId={webhook.id} direction="sending" />
      <ReplaySince opened={act === "replay"} onClose={close} webhook={webhook} />
      <DeleteWebhook opened={act === "delete"} onClose={close} webhook={webhook} />
    </>
  );
}

const times = [
  { value: "3600", label: "1 hour ago" },
  { value: "21600", label: "6 hours ago" },
  { value: "86400", label: "1 day ago" },
  { value: "259200", label: "3 days ago" },
  { value: "604800", label: "1 week ago" },
  { value: "2592000", label: "30 days ago" },
  { value: "7776000", label: "90 days ago" },
];

interface ReplaySinceProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly webhook: Webhook;
}

function ReplaySince({ opened, onClose, webhook }: ReplaySinceProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Replay since…">
      {webhook.isActive ? (
        <Choice webhookId={webhook.id} onClose={onClose} />
      ) : (
        <Alert color="yellow" variant="outline" icon={<Icon name="warning" />} title="The webhook is disabled">
          Enable it first, then replay.
        </Alert>
      )}
    </Modal>
  );
}

/** The number is shown before anything is sent. */
function Choice({ webhookId, onClose }: { readonly webhookId: string; readonly onClose: () => void }) {
  const weft = useWeft();
  const [age, setAge] = useState("86400");
  const [isParkedOnly, setParkedOnly] = useState(true);
  const [openedMs] = useState(Date.now);
  const since = new Date(openedMs - Number(age) * 1000).toISOString();
  const body = { since, ...(isParkedOnly ? { statuses: ["parked" as const] } : {}) };
  const params = { id: webhookId };
  const counted = useQuery({
    queryKey: queryKeys.webhooks.replay(webhookId, body),
    queryFn: ({ signal }) => weft.call("replay-webhook", { params, body: { ...body, dryRun: true } }, { signal }),
  });
  const replay = useSave({
    save: () => weft.call("replay-webhook", { params, body }),
    message: ({ count }) => `${pluralize(count, "delivery", "deliveries")} queued again.`,
    stale: [queryKeys.webhooks.all()],
    onSaved: onClose,
  });
  const count = counted.data?.count;
  return (
    <Stack>
      <Text size="sm">Messages are sent again with the same id and sequence.</Text>
      <Select
        label="Created since"
        description={formatTime(since)}
        data={times}
        value={age}
        onChange={(value) => setAge(value ?? "86400")}
        allowDeselect={false}
        data-autofocus
      />
      <Checkbox
        label="Parked only"
        description="Clear to send delivered messages a second time as well."
        checked={isParkedOnly}
        onChange={({ currentTarget }) => setParkedOnly(currentTarget.checked)}
      />
      {counted.error !== null && <ErrorNote error={counted.error} />}
      {counted.isPending ? <Skeleton height={20} width={200} /> : <Preview count={count ?? 0} />}
      {replay.error !== null && <ErrorNote error={replay.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => replay.mutate()} loading={replay.isPending} disabled={!count}>
          {count ? `Replay ${pluralize(count, "delivery", "deliveries")}` : "Replay"}
        </Button>
      </Group>
    </Stack>
  );
}

function Preview({ count }: { readonly count: number }) {
  return (
    <Text size="sm" fw={600} role="status" className="numbers">
      {count === 0
        ? "No deliveries in this range."
        : `${pluralize(count, "delivery", "deliveries")} will be sent again.`}
    </Text>
  );
}
