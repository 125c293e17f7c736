import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";

/** Asks before leaving the page discards changes. */
export function LeavingGuard({ isNeeded }: { readonly isNeeded: boolean }) {
  const { status, proceed, reset } = useBlocker({
    // Another view of the same page loses nothing.
    shouldBlockFn: ({ current, next }) => isNeeded && current.pathname !== next.pathname,
    enableBeforeUnload: () => isNeeded,
    withResolver: true,
  });
  return (
    <Modal opened={status === "blocked"} onClose={() => reset?.()} title="Leave without saving?" centered>
      <Stack>
        <Text size="sm">Your changes to this definition are not saved and will be lost.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => reset?.()} data-autofocus>
            Stay
          </Button>
          <Button color="red" onClick={() => proceed?.()}>
            Leave
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
