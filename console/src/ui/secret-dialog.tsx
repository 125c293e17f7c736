import { Alert, Button, Group, Modal, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

interface SecretDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string | undefined;
  readonly icon: IconName;
  readonly warning: string;
  /** Where to keep the secret. */
  readonly advice: string;
  readonly closeLabel: string;
  /** The secret, and how it is used. */
  readonly children: ReactNode;
}

/** Closes only by its button: a stray click would lose what cannot be shown again. */
export function SecretDialog(props: SecretDialogProps) {
  const { opened, onClose, title, icon, warning, advice, closeLabel, children } = props;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {opened && (
        <Stack>
          <Alert color="yellow" variant="outline" icon={<Icon name={icon} />} title={warning}>
            {advice}
          </Alert>
          {children}
          <Group justify="flex-end">
            <Button onClick={onClose}>{closeLabel}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
