import { List, Skeleton, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Webhook } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-act.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { notifyDone } from "../ui/notify.ts";
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
      onDone={() => {
        notifyDone("Webhook deleted.");
        void navigate({ to: "/webhooks" });
        queryClient.removeQueries({ queryKey: ["webhooks", "one", webhook.id] });
        void queryClient.invalidateQueries({ queryKey: ["webhooks"] });
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
    queryKey: ["webhooks", "delete", webhookId],
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
        <List.Item>its log: {countOf(all)}</List.Item>
        <List.Item>
          {waiting === 0 ? "no pending deliveries" : `${countOf(waiting)} still pending, which will not be sent`}
        </List.Item>
        {webhook.auth.type !== "none" && <List.Item>its secret</List.Item>}
      </List>
    </>
  );
}

function countOf(count: number): string {
  return count === 1 ? "1 delivery" : `${new Intl.NumberFormat("en").format(count)} deliveries`;
}
