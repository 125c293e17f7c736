import { Button, Group, Modal, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorNote } from "./error-note.tsx";

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Names the action and its object: Delete the webhook "ERP". */
  readonly title: string;
  /** What will happen: counts, names, what cannot be undone. */
  readonly children: ReactNode;
  /** Repeats the verb: Delete 3 items. */
  readonly confirmLabel: string;
  readonly act: () => Promise<unknown>;
  readonly onDone?: () => void;
}

/** Asks before what cannot easily be undone. The safe button has the focus. */
export function ConfirmDialog({ opened, onClose, title, children, confirmLabel, act, onDone }: ConfirmDialogProps) {
  const confirmed = useMutation({
    mutationFn: act,
    onSuccess: () => {
      onClose();
      onDone?.();
    },
  });
  const close = () => {
    confirmed.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={title} centered styles={{ title: { overflowWrap: "anywhere" } }}>
      <Stack>
        {children}
        {confirmed.error !== null && <ErrorNote error={confirmed.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            Go back
          </Button>
          <Button color="red.9" loading={confirmed.isPending} onClick={() => confirmed.mutate()}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
