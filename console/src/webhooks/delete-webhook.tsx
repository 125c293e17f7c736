import { List, Skeleton, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Webhook } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { pluralize } from "../ui/format.ts";
import { webhookName } from "./webhook-state.ts";

interface DeleteWebhookProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly webhook: Webhook;
}

export function DeleteWebhook({ opened, onClose, webhook }: DeleteWebhookProps) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const params = { id: webhook.id };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete webhook "${webhookName(webhook)}"`}
      confirmLabel="Delete webhook"
      act={() => weft.call("delete-webhook", { params }, { ifMatch: webhook.version })}
      message="Webhook deleted."
      stale={[queryKeys.webhooks.all()]}
      onDone={() => {
        void navigate({ to: "/webhooks" });
        queryClient.removeQueries({ queryKey: queryKeys.webhooks.one(webhook.id) });
      }}
    >
      <Preview webhook={webhook} />
    </ConfirmDialog>
  );
}

/** What is deleted with it. */
function Preview({ webhook }: { readonly webhook: Webhook }) {
  const weft = useWeft();
  const { id: webhookId } = webhook;
  const preview = useQuery({
    queryKey: queryKeys.webhooks.deletion(webhookId),
    queryFn: async ({ signal }) => {
      // Fails here if the deletion would be rejected.
      await weft.call("delete-webhook", { params: { id: webhookId }, query: { dryRun: true } }, { signal });
      const count = async (criteria: Readonly<Record<string, string>>) => {
        const query = { criteria: { webhookId, ...criteria }, includeTotal: true, limit: 1 };
        const { total = 0 } = await weft.call("list-webhook-deliveries", { query }, { signal });
        return total;
      };
      const [all, waiting] = await Promise.all([count({}), count({ status: "pending" })]);
      return { all, waiting };
    },
    staleTime: 0,
  });
  if (preview.error !== null) return <ErrorNote error={preview.error} />;
  if (preview.data === undefined) return <Skeleton height={60} />;
  const { all, waiting } = preview.data;
  return (
    <>
      <Text size="sm">This cannot be undone. Also deleted:</Text>
      <List size="sm">
        <List.Item>its log: {pluralize(all, "delivery", "deliveries")}</List.Item>
        <List.Item>
          {waiting === 0
            ? "no pending deliveries"
            : `${pluralize(waiting, "delivery", "deliveries")} still pending, which will not be sent`}
        </List.Item>
        {webhook.auth.type !== "none" && <List.Item>its secret</List.Item>}
      </List>
    </>
  );
}
