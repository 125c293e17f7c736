import { Anchor, Button, Code, Group, Modal, Skeleton, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { WebhookTestOutcome } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { CopyText } from "../ui/copy-text.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Icon } from "../ui/icon.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";

/** Sends a message now, also to a disabled webhook, and shows the result. */
export function TestButton({ webhookId }: { readonly webhookId: string }) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const [isOpen, modal] = useDisclosure(false);
  const test = useMutation({
    // A retry would be a second message.
    mutationFn: () => weft.call("test-webhook", { params: { id: webhookId } }, { retries: 0 }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.webhooks.all() }),
  });
  const send = () => {
    modal.open();
    test.mutate();
  };
  return (
    <>
      <Button leftSection={<Icon name="send" size={16} />} onClick={send}>
        Send test
      </Button>
      <Modal opened={isOpen} onClose={modal.close} title="Test message" size="lg">
        <Stack>
          {test.isPending && <Skeleton height={120} aria-label="Sending test" />}
          {test.error !== null && <ErrorNote error={test.error} />}
          {test.data !== undefined && !test.isPending && <Outcome outcome={test.data} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => test.mutate()} loading={test.isPending}>
              Send another test
            </Button>
            <Button onClick={modal.close} data-autofocus>
              Close
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

function Outcome({ outcome }: { readonly outcome: WebhookTestOutcome }) {
  const { isDelivered, answerStatus, durationMs, failure, answerBody, isAnswerCut, deliveryId } = outcome;
  return (
    <Stack gap="sm" role="status">
      <Group gap="sm">
        <StatusBadge status={isDelivered ? "delivered" : "failed"} />
        <Text size="sm">
          {answerStatus === null ? (
            <>No response: {failure}</>
          ) : (
            <>
              The receiver returned <Code>{answerStatus}</Code> after {durationMs} ms.
            </>
          )}
        </Text>
      </Group>
      {answerBody !== null && answerBody !== "" && (
        <CopyText label={isAnswerCut ? "Response body (truncated)" : "Response body"} text={answerBody} />
      )}
      <Text size="sm">
        <Anchor renderRoot={(props) => <Link {...props} to="/deliveries/$id" params={{ id: deliveryId }} />}>
          View message and headers
        </Anchor>
      </Text>
    </Stack>
  );
}
