import { Button, Group } from "@mantine/core";
import { countEntities } from "./misfits.ts";
import type { Preview } from "./use-preview.ts";

interface SaveButtonsProps {
  readonly preview: Preview;
  readonly isPending: boolean;
  readonly saveLabel: string;
  readonly onCancel: () => void;
  /** With force, invalid entities are accepted. */
  readonly onSave: (force: boolean) => void;
}

/** Saves a change without conflicts; a change with conflicts has a separate button that names them. */
export function SaveButtons({ preview, isPending, saveLabel, onCancel, onSave }: SaveButtonsProps) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      {preview.state === "breaks" ? (
        <Button color="red.9" loading={isPending} onClick={() => onSave(true)}>
          Save anyway ({countEntities(preview.misfits.count)} invalid)
        </Button>
      ) : (
        <Button loading={isPending} disabled={preview.state !== "fits"} onClick={() => onSave(false)}>
          {saveLabel}
        </Button>
      )}
    </Group>
  );
}
