import { Modal } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { ApiKey } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { RotateForm } from "../ui/rotate-form.tsx";
import type { NewSecret } from "./shown-once.tsx";

interface RotateKeyProps {
  readonly apiKey: ApiKey;
  readonly ownerName: string;
  readonly onClose: () => void;
  readonly onMade: (made: NewSecret) => void;
}

export function RotateKey({ apiKey, ownerName, onClose, onMade }: RotateKeyProps) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  return (
    <Modal opened onClose={onClose} title={`Rotate key ${apiKey.label} of ${ownerName}`} centered>
      <RotateForm
        noun="key"
        daysMax={30}
        rotate={(overlapSeconds) =>
          weft.call("rotate-api-key", { params: { id: apiKey.id }, body: { overlapSeconds } })
        }
        onMade={(successor) => {
          onMade({ kind: "key", title: `New key ${successor.label} of ${ownerName}`, secret: successor.apiKey });
          void queryClient.invalidateQueries({ queryKey: ["keys"] });
        }}
        onCancel={onClose}
      >
        A new key with the same permissions is created. The old one, <span className="mono">{apiKey.secretHint}</span>,
        stays valid for the selected time, so that you can deploy the new one first. Then it expires.
      </RotateForm>
    </Modal>
  );
}
