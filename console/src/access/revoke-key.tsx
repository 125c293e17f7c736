import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { ApiKey } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-act.tsx";
import { notifyDone } from "../ui/notify.ts";
import { TimeAgo } from "../ui/time-ago.tsx";

interface KeyActProps {
  readonly apiKey: ApiKey;
  readonly ownerName: string;
  readonly onClose: () => void;
}

export function RevokeKey({ apiKey, ownerName, onClose }: KeyActProps) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const name = `${apiKey.label} of ${ownerName}`;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Revoke the key ${name}`}
      confirmLabel="Revoke the key"
      act={() => weft.call("revoke-api-key", { params: { id: apiKey.id } })}
      onDone={() => {
        notifyDone(`The key ${name} is revoked.`);
        void queryClient.invalidateQueries({ queryKey: ["keys"] });
      }}
    >
      <Text size="sm">
        Whatever uses <span className="mono">{apiKey.secretHint}</span> is refused within a second. This cannot be taken
        back.
      </Text>
      <Text size="sm">
        {apiKey.lastUsedOn === null ? (
          "It has never been used."
        ) : (
          <>
            It was used last <TimeAgo time={apiKey.lastUsedOn} />.
          </>
        )}
      </Text>
    </ConfirmDialog>
  );
}
