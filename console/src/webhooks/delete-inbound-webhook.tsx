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
      title={`Delete the inbound webhook "${webhook.name}"`}
      confirmLabel="Delete the inbound webhook"
      act={() => weft.call("delete-inbound-webhook", { params }, { ifMatch: webhook.version })}
      onDone={() => {
        notifyDone("The inbound webhook is deleted.");
        void queryClient.invalidateQueries({ queryKey: ["inbound-webhooks"] });
      }}
    >
      <Text size="sm">Whoever calls its address is refused from now on. This cannot be taken back.</Text>
      <Listeners triggerKey={webhook.triggerKey} />
    </ConfirmDialog>
  );
}

/** The workflows that nothing will start any more. */
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
  if (listeners.data.length === 0) return <Text size="sm">No workflow listens to it.</Text>;
  return (
    <>
      <Text size="sm">These workflows are no longer started by it:</Text>
      <List size="sm">
        {listeners.data.map((name) => (
          <List.Item key={name}>{name}</List.Item>
        ))}
      </List>
    </>
  );
}
