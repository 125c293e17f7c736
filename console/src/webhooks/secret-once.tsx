import { Alert, Button, Group, Modal, Stack } from "@mantine/core";
import { CopyField } from "../ui/copy-field.tsx";
import { CopyText } from "../ui/copy-text.tsx";
import { Icon } from "../ui/icon.tsx";

interface SecretOnceProps {
  /** Undefined when there is none to show. */
  readonly secret: string | undefined;
  readonly onClose: () => void;
  readonly title: string;
  /** The URL that belongs to it, where the other side needs that too. */
  readonly address?: string | undefined;
  /** How the other side uses it. */
  readonly usage?: { readonly label: string; readonly text: string } | undefined;
}

/** The only time that a secret is shown. It closes only by its button, never by a stray click. */
export function SecretOnce({ secret, onClose, title, address, usage }: SecretOnceProps) {
  return (
    <Modal
      opened={secret !== undefined}
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {secret !== undefined && (
        <Stack>
          <Alert color="yellow" variant="outline" icon={<Icon name="lock" />} title="The secret is shown only once">
            Copy it to the secret store of the other system. It cannot be displayed again.
          </Alert>
          {address !== undefined && <CopyField label="URL" value={address} />}
          <CopyField label="Secret" value={secret} />
          {usage !== undefined && <CopyText label={usage.label} text={usage.text} />}
          <Group justify="flex-end">
            <Button onClick={onClose}>I have saved it</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
