import { Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWeft } from "../session/session.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { SecretOnce } from "./secret-once.tsx";
import { verificationUsage } from "./verification-usage.ts";

const overlaps = [
  { value: "0", label: "Not at all: it ends now" },
  { value: "3600", label: "For an hour" },
  { value: "86400", label: "For a day" },
  { value: "604800", label: "For seven days" },
];

interface RotateSecretProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly webhookId: string;
}

/** A new signing secret; the old one goes on for a while, so that the receiver can be changed without a gap. */
export function RotateSecret({ opened, onClose, webhookId }: RotateSecretProps) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const [overlap, setOverlap] = useState("86400");
  const rotate = useMutation({
    mutationFn: () =>
      weft.call("rotate-webhook", { params: { id: webhookId }, body: { overlapSeconds: Number(overlap) } }),
    onSuccess: () => {
      onClose();
      void queryClient.invalidateQueries({ queryKey: ["webhooks"] });
    },
  });
  return (
    <>
      <Modal opened={opened} onClose={onClose} title="Rotate the secret">
        <Stack>
          <Text size="sm">
            A new secret is made and shown once. Until the old one ends, every message carries a signature by either, so
            the receiver may change in its own time.
          </Text>
          <Select
            label="The old secret goes on"
            data={overlaps}
            value={overlap}
            onChange={(value) => setOverlap(value ?? "86400")}
            allowDeselect={false}
            data-autofocus
          />
          {rotate.error !== null && <ErrorNote error={rotate.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button onClick={() => rotate.mutate()} loading={rotate.isPending}>
              Make a new secret
            </Button>
          </Group>
        </Stack>
      </Modal>
      <SecretOnce
        secret={rotate.data?.secret}
        title="The new secret"
        usage={verificationUsage}
        onClose={() => rotate.reset()}
      />
    </>
  );
}
