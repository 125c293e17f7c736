import { Button, Group, Modal, Stack } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type EntityKind, wordOf } from "../entity-kind.ts";
import { EntitiesPicker } from "../entity-picker.tsx";

interface CompareWithProps {
  readonly kind: EntityKind;
  readonly id: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

const othersMax = 4;

export function CompareWith({ kind, id, opened, onClose }: CompareWithProps) {
  const [others, setOthers] = useState<readonly string[]>([]);
  const navigate = useNavigate();
  const compare = () => {
    onClose();
    const ids = [id, ...others.filter((other) => other !== id)];
    void navigate({ to: "/compare/$kind", params: { kind: kind.path }, search: { ids } });
  };
  return (
    <Modal opened={opened} onClose={onClose} title={`Compare with other ${wordOf(kind, 2)}`} centered>
      <Stack>
        <EntitiesPicker
          kind={kind}
          label={`Up to ${othersMax} others`}
          value={others}
          onChange={(ids) => setOthers(ids.slice(0, othersMax))}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={compare} disabled={others.length === 0}>
            Compare
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
