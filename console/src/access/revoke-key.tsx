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
      title={`Revoke key ${name}`}
      confirmLabel="Revoke key"
      act={() => weft.call("revoke-api-key", { params: { id: apiKey.id } })}
      onDone={() => {
        notifyDone(`Key ${name} revoked.`);
        void queryClient.invalidateQueries({ queryKey: ["keys"] });
      }}
    >
      <Text size="sm">
        Requests with <span className="mono">{apiKey.secretHint}</span> are rejected within a second. This cannot be
        undone.
      </Text>
      <Text size="sm">
        {apiKey.lastUsedOn === null ? (
          "It was never used."
        ) : (
          <>
            Last used <TimeAgo time={apiKey.lastUsedOn} />.
          </>
        )}
      </Text>
    </ConfirmDialog>
  );
}
