import { Alert, Button, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { EventWorkflowFailure } from "@weft/client";
import type { ReactNode } from "react";
import { queryKeys } from "../../query-keys.ts";
import { mayDo, useSession, useWeft } from "../../session/session.ts";
import { Icon } from "../../ui/icon.tsx";
import { notifyDone, notifyError } from "../../ui/notify.ts";

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
      await queryClient.invalidateQueries({ queryKey: queryKeys.processes.all() });
      await queryClient.invalidateQueries({ queryKey: queryKeys.tasks.all() });
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

/** What to do about a failure, by its code: error, timeout, callback, canceled, limit or stopped. */
function failureAdvice({ code }: Pick<EventWorkflowFailure, "code">): string {
  switch (code) {
    case "timeout":
      return "The task timed out. Check what it waits for, then increase its timeout in the definition or retry it.";
    case "callback":
      return "A callback reported a failure. See the logs and the status message for the reason. Retry the task once the cause is fixed.";
    case "canceled":
      return "The run was canceled. Start the workflow again if needed.";
    case "limit":
      return "A limit of the service ended the run, such as a chain of workflows that trigger each other. Check what started it.";
    case "stopped":
      return "The owner of the workflow is no longer active. Take over the workflow on its page. New runs then act as you.";
    default:
      return "See the logs for details. Fix the cause, then retry the task: the run continues from here with the definition it started with.";
  }
}
