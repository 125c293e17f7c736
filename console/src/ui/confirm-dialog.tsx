import { Button, Group, Modal, Stack } from "@mantine/core";
import type { QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorNote } from "./error-note.tsx";
import { useSave } from "./use-save.ts";

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
  /** Shown when it is done. */
  readonly message?: string;
  /** The data that is fetched again. */
  readonly stale?: readonly QueryKey[];
  readonly onDone?: () => void;
}

/** Asks before what cannot easily be undone. The safe button has the focus. */
export function ConfirmDialog({ opened, onClose, title, children, confirmLabel, ...done }: ConfirmDialogProps) {
  const { act, message, stale = [], onDone } = done;
  const confirmed = useSave({
    save: act,
    ...(message === undefined ? {} : { message: () => message }),
    stale,
    onSaved: () => {
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
