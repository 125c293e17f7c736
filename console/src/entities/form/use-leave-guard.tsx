import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** Asks before leaving the page discards changes. Returns the dialog, which the form renders. */
export function useLeaveGuard(mayLeave: () => boolean): ReactNode {
  const blocker = useBlocker({
    shouldBlockFn: () => !mayLeave(),
    enableBeforeUnload: () => !mayLeave(),
    withResolver: true,
  });
  const isAsking = blocker.status === "blocked";
  return (
    <Modal opened={isAsking} onClose={() => blocker.reset?.()} title="Leave without saving?" centered>
      <Stack>
        <Text size="sm">Your changes are not saved and will be lost.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => blocker.reset?.()} data-autofocus>
            Stay
          </Button>
          <Button color="red" onClick={() => blocker.proceed?.()}>
            Leave without saving
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
