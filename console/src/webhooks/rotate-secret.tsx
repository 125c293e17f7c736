import { Modal } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWeft } from "../session/session.ts";
import { RotateForm } from "../ui/rotate-form.tsx";
import { SecretOnce } from "./secret-once.tsx";
import { verificationUsage } from "./verification-usage.ts";

interface RotateSecretProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly webhookId: string;
  readonly direction: "sending" | "receiving";
}

const directions = {
  sending: {
    operation: "rotate-webhook",
    queryKey: "webhooks",
    usage: verificationUsage,
    about:
      "A new secret is created and shown once. Until the old one expires, messages are signed with both, so that you can update the receiver in the meantime.",
  },
  receiving: {
    operation: "rotate-inbound-webhook",
    queryKey: "inbound-webhooks",
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
            void queryClient.invalidateQueries({ queryKey: [queryKey] });
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
