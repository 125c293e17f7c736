import { Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { EntityType } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-act.tsx";
import { notifyDone } from "../ui/notify.ts";
import { PreviewNote } from "./preview-note.tsx";
import { parentOf } from "./type-tree.ts";
import { useForgetTypes } from "./use-change-type.ts";
import { usePreview } from "./use-preview.ts";

interface DeleteTypeProps {
  readonly type: EntityType;
  readonly onClose: () => void;
}

export function DeleteType({ type, onClose }: DeleteTypeProps) {
  const weft = useWeft();
  const navigate = useNavigate();
  const forget = useForgetTypes();
  const params = { id: type.id };
  const preview = usePreview({
    queryKey: ["types", "one", type.id, "delete"],
    body: "delete",
    ask: (signal) => weft.call("delete-entity-type", { params, query: { dryRun: true } }, { signal }),
  });
  const count = type.properties.length;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete type "${type.label}"`}
      confirmLabel="Delete type"
      act={() => weft.call("delete-entity-type", { params }, { ifMatch: type.version })}
      onDone={() => {
        notifyDone("Type deleted.");
        void navigate({ to: "/types/$id", params: { id: parentOf(type.typePath) ?? "item" } });
        forget();
      }}
    >
      <Text size="sm">
        {count === 0
          ? "It defines no properties of its own."
          : `Also deleted: ${count === 1 ? "1 property" : `${count} properties`} that only this type defines.`}
      </Text>
      <PreviewNote preview={preview} typePath={type.typePath} />
    </ConfirmDialog>
  );
}
