import { Modal, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { EntityType } from "@weft/client";
import { useState } from "react";
import { ErrorNote } from "../ui/error-note.tsx";
import { notifyDone } from "../ui/notify.ts";
import { ModeField } from "./mode-field.tsx";
import { PreviewNote } from "./preview-note.tsx";
import { SaveButtons } from "./save-buttons.tsx";
import { useChangeType, useForgetTypes } from "./use-change-type.ts";
import { usePreview } from "./use-preview.ts";

interface EditTypeProps {
  readonly type: EntityType;
  readonly onClose: () => void;
}

export function EditType({ type, onClose }: EditTypeProps) {
  const change = useChangeType(type);
  const forget = useForgetTypes();
  const [label, setLabel] = useState(type.label);
  const [mode, setMode] = useState(type.mode);
  const body = { label: label.trim(), mode };
  const isWhole = body.label !== "";
  const preview = usePreview({
    queryKey: ["types", "one", type.id, "edit"],
    body: isWhole ? body : undefined,
    ask: async (signal) => {
      await change(body, { dryRun: true, signal });
      return undefined;
    },
  });
  const save = useMutation({
    mutationFn: (force: boolean) => change(body, force ? { force } : {}),
    onSuccess: () => {
      notifyDone("Type saved.");
      forget();
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Edit type ${type.typePath}`}>
      <Stack>
        <TextInput
          label="Label"
          value={label}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
          error={isWhole ? undefined : "The display name, such as Apparel."}
          data-autofocus
        />
        <ModeField value={mode} onChange={setMode} />
        <PreviewNote preview={preview} typePath={type.typePath} isWhole={isWhole} />
        {save.error !== null && <ErrorNote error={save.error} />}
        <SaveButtons
          preview={preview}
          isPending={save.isPending}
          saveLabel="Save type"
          onCancel={onClose}
          onSave={(force) => save.mutate(force)}
        />
      </Stack>
    </Modal>
  );
}
