import { Modal, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { EntityType } from "@weft/client";
import { ErrorNote } from "../ui/error-note.tsx";
import { notifyDone } from "../ui/notify.ts";
import { PreviewNote } from "./preview-note.tsx";
import { definitionOf, draftOf } from "./property-draft.ts";
import { SaveButtons } from "./save-buttons.tsx";
import { useChangeType, useForgetTypes } from "./use-change-type.ts";
import { usePreview } from "./use-preview.ts";

interface RemovePropertyProps {
  readonly type: EntityType;
  readonly slug: string;
  readonly onClose: () => void;
}

export function RemoveProperty({ type, slug, onClose }: RemovePropertyProps) {
  const change = useChangeType(type);
  const forget = useForgetTypes();
  const others = type.properties.filter((property) => property.slug !== slug);
  const body = { properties: others.map((shown) => definitionOf(draftOf(shown))) };
  const preview = usePreview({
    queryKey: ["types", "one", type.id, "remove"],
    body,
    ask: async (signal) => {
      await change(body, { dryRun: true, signal });
      return undefined;
    },
  });
  const remove = useMutation({
    mutationFn: (force: boolean) => change(body, force ? { force } : {}),
    onSuccess: () => {
      notifyDone(`Property ${slug} removed.`);
      forget();
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Remove property "${slug}"`} centered>
      <Stack>
        <Text size="sm">
          {type.mode === "open"
            ? "Stored values are kept as an undefined property. They are no longer validated."
            : "The type is strict: entities that have a value become invalid."}
        </Text>
        <PreviewNote preview={preview} typePath={type.typePath} />
        {remove.error !== null && <ErrorNote error={remove.error} />}
        <SaveButtons
          preview={preview}
          isPending={remove.isPending}
          saveLabel="Remove property"
          onCancel={onClose}
          onSave={(force) => remove.mutate(force)}
        />
      </Stack>
    </Modal>
  );
}
