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
}

export function RotateSecret({ opened, onClose, webhookId }: RotateSecretProps) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <Modal opened={opened} onClose={onClose} title="Rotate the secret" centered>
        <RotateForm
          noun="secret"
          daysMax={7}
          rotate={(overlapSeconds) =>
            weft.call("rotate-webhook", { params: { id: webhookId }, body: { overlapSeconds } })
          }
          onMade={(made) => {
            setSecret(made.secret);
            onClose();
            void queryClient.invalidateQueries({ queryKey: ["webhooks"] });
          }}
          onCancel={onClose}
        >
          A new secret is made and shown once. Until the old one ends, every message carries a signature by either, so
          the receiver may change in its own time.
        </RotateForm>
      </Modal>
      <SecretOnce
        secret={secret}
        title="The new secret"
        usage={verificationUsage}
        onClose={() => setSecret(undefined)}
      />
    </>
  );
}
