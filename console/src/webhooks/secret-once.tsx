import { Modal } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { CopyField, CopyText } from "../ui/copy-text.tsx";
import { RotateForm } from "../ui/rotate-form.tsx";
import { SecretDialog } from "../ui/secret-dialog.tsx";

/** How a receiver verifies a message, without the secret itself: it belongs in the receiver's settings. */
export const verificationUsage = {
  label: "Verify a message in Node (any Standard Webhooks library works the same way)",
  text: `import { verifyWebhook } from "@weft/client";

// The raw body as received, not parsed and serialized again.
const message = await verifyWebhook({
  headers: request.headers,
  body: rawBody,
  secret: process.env.WEFT_WEBHOOK_SECRET,
});`,
} as const;

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

/** The only time that a secret is shown. */
export function SecretOnce({ secret, onClose, title, address, usage }: SecretOnceProps) {
  return (
    <SecretDialog
      opened={secret !== undefined}
      onClose={onClose}
      title={title}
      icon="lock"
      warning="The secret is shown only once"
      advice="Copy it to the secret store of the other system. It cannot be displayed again."
      closeLabel="I have saved it"
    >
      {address !== undefined && <CopyField label="URL" value={address} />}
      <CopyField label="Secret" value={secret ?? ""} />
      {usage !== undefined && <CopyText label={usage.label} text={usage.text} />}
    </SecretDialog>
  );
}

interface RotateSecretProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly webhookId: string;
  readonly direction: "sending" | "receiving";
}

const directions = {
  sending: {
    operation: "rotate-webhook",
    queryKey: queryKeys.webhooks.all(),
    usage: verificationUsage,
    about:
      "A new secret is created and shown once. Until the old one expires, messages are signed with both, so that you can update the receiver in the meantime.",
  },
  receiving: {
    operation: "rotate-inbound-webhook",
    queryKey: queryKeys.inboundWebhooks.all(),
    usage: undefined,
    about:
      "A new secret is created and shown once. Until the old one expires, calls with either are accepted, so that you can update senders in the meantime.",
  },
} as const;

export function RotateSecret({ opened, onClose, webhookId, direction }: RotateSecretProps) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const { operation, queryKey, usage, about } = directions[direction];
  return (
    <>
      <Modal opened={opened} onClose={onClose} title="Rotate secret" centered>
        <RotateForm
          noun="secret"
          daysMax={7}
          rotate={(overlapSeconds) => weft.call(operation, { params: { id: webhookId }, body: { overlapSeconds } })}
          onMade={(made) => {
            setSecret(made.secret);
            onClose();
            void queryClient.invalidateQueries({ queryKey });
          }}
          onCancel={onClose}
        >
          {about}
        </RotateForm>
      </Modal>
      <SecretOnce secret={secret} title="New secret" usage={usage} onClose={() => setSecret(undefined)} />
    </>
  );
}
