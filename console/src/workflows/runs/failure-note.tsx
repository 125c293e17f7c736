import { Alert, Button, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { EventWorkflowFailure } from "@weft/client";
import type { ReactNode } from "react";
import { mayDo, useSession, useWeft } from "../../session/session.ts";
import { Icon } from "../../ui/icon.tsx";
import { notifyDone, notifyError } from "../../ui/notify.ts";
import { failureAdvice } from "./failure-advice.ts";

interface FailureNoteProps {
  readonly title: string;
  readonly failure: EventWorkflowFailure;
  readonly action?: ReactNode;
}

/** Why something failed, and what to do about it. */
export function FailureNote({ title, failure, action }: FailureNoteProps) {
  return (
    <Alert color="red" variant="outline" title={title} icon={<Icon name="warning" />}>
      <Stack gap="xs" align="flex-start" style={{ minWidth: 0 }}>
        <Text size="sm" style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
          {failure.message}
        </Text>
        <Text size="sm" c="dimmed">
          {failureAdvice(failure)}
        </Text>
        {action}
      </Stack>
    </Alert>
  );
}

/** Runs a failed task again; its run continues from there. */
export function RetryButton({ taskId, name }: { readonly taskId: string; readonly name: string }) {
  const weft = useWeft();
  const { who } = useSession();
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: () => weft.tasks.retry({ taskId }),
    onError: notifyError,
    onSuccess: async () => {
      notifyDone(`${name} restarted.`);
      await queryClient.invalidateQueries({ queryKey: ["processes"] });
      await queryClient.invalidateQueries({ queryKey: ["tasks"] });
    },
  });
  if (!mayDo(who, "update", "event-workflow-task")) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Icon name="refresh" size={14} />}
      loading={retry.isPending}
      onClick={() => retry.mutate()}
      aria-label={`Retry ${name}`}
    >
      Retry
    </Button>
  );
}
