import { Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ApiKey } from "@weft/client";
import { useState } from "react";
import { useWeft } from "../session/session.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import type { NewSecret } from "./shown-once.tsx";

interface RotateKeyProps {
  readonly apiKey: ApiKey;
  readonly ownerName: string;
  readonly onClose: () => void;
  readonly onMade: (made: NewSecret) => void;
}

const overlaps = [
  { value: "0", label: "Not at all: the old key ends now" },
  { value: "3600", label: "An hour" },
  { value: "86400", label: "A day" },
  { value: "604800", label: "A week" },
  { value: "2592000", label: "30 days" },
];

/** Two keys for a while, so that nothing stops while the new one is put in place. */
export function RotateKey({ apiKey, ownerName, onClose, onMade }: RotateKeyProps) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const [overlap, setOverlap] = useState("86400");
  const rotate = useMutation({
    mutationFn: () =>
      weft.call("rotate-api-key", { params: { id: apiKey.id }, body: { overlapSeconds: Number(overlap) } }),
    onSuccess: (successor) => {
      onMade({ kind: "key", title: `The new key ${successor.label} of ${ownerName}`, secret: successor.apiKey });
      void queryClient.invalidateQueries({ queryKey: ["keys"] });
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Rotate the key ${apiKey.label} of ${ownerName}`} centered>
      <Stack>
        <Text size="sm">
          A new key with the same rights is made. The old one, <span className="mono">{apiKey.secretHint}</span>, goes
          on working for the overlap, so that you can put the new one in place first; then it ends by itself.
        </Text>
        <Select
          label="The old key goes on for"
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
          <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
            Make the new key
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
