import { List, Skeleton, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { InboundWebhook } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-act.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { notifyDone } from "../ui/notify.ts";

interface DeleteInboundWebhookProps {
  readonly webhook: InboundWebhook;
  readonly onClose: () => void;
}

export function DeleteInboundWebhook({ webhook, onClose }: DeleteInboundWebhookProps) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const params = { id: webhook.id };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete inbound webhook "${webhook.name}"`}
      confirmLabel="Delete inbound webhook"
      act={() => weft.call("delete-inbound-webhook", { params }, { ifMatch: webhook.version })}
      onDone={() => {
        notifyDone("Inbound webhook deleted.");
        void queryClient.invalidateQueries({ queryKey: ["inbound-webhooks"] });
      }}
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
    queryKey: ["workflows", "listeners", triggerKey],
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
