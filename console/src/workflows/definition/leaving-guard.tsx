import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";

/** Asks before what was written is lost by going elsewhere. */
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
        <Text size="sm">What you have changed in this definition is not saved and would be lost.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => reset?.()} data-autofocus>
            Stay here
          </Button>
          <Button color="red" onClick={() => proceed?.()}>
            Leave
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
