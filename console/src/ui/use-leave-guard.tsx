import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface LeaveGuardOptions {
  readonly mayLeave: () => boolean;
  /** Whether another view of the same page keeps the changes. */
  readonly isKeptOnPage?: boolean;
  readonly question?: string;
  readonly leaveLabel?: string;
}

/** Asks before leaving the page discards changes. Returns the dialog, which the form renders. */
export function useLeaveGuard({
  mayLeave,
  isKeptOnPage = false,
  question = "Your changes are not saved and will be lost.",
  leaveLabel = "Leave without saving",
}: LeaveGuardOptions): ReactNode {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => !mayLeave() && !(isKeptOnPage && current.pathname === next.pathname),
    enableBeforeUnload: () => !mayLeave(),
    withResolver: true,
  });
  return (
    <Modal opened={status === "blocked"} onClose={() => reset?.()} title="Leave without saving?" centered>
      <Stack>
        <Text size="sm">{question}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => reset?.()} data-autofocus>
            Stay
          </Button>
          <Button color="red" onClick={() => proceed?.()}>
            {leaveLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
