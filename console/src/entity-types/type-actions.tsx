import { ActionIcon, Button, Menu, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { EntityType } from "@weft/client";
import { useState } from "react";
import { parentOf } from "../entities/type-tree.ts";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { pluralize } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { useSave } from "../ui/use-save.ts";
import { ModeField, NewType } from "./new-type.tsx";
import { PreviewNote, SaveButtons } from "./preview-note.tsx";
import { staleAfterTypeChange, useChangeType } from "./use-change-type.ts";
import { usePreview } from "./use-preview.ts";

/** A root type is built in, and cannot be deleted. */
export function TypeActions({ type }: { readonly type: EntityType }) {
  const [act, setAct] = useState<"edit" | "new" | "delete">();
  const close = () => setAct(undefined);
  return (
    <>
      <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={() => setAct("new")}>
        New subtype
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions for the type">
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="edit" />} onClick={() => setAct("edit")}>
            Edit label and mode
          </Menu.Item>
          {type.typePath.includes(":") && (
            <Menu.Item leftSection={<Icon name="trash" />} onClick={() => setAct("delete")}>
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {act === "edit" && <EditType type={type} onClose={close} />}
      {act === "new" && <NewType parents={[type]} onClose={close} />}
      {act === "delete" && <DeleteType type={type} onClose={close} />}
    </>
  );
}

interface DeleteTypeProps {
  readonly type: EntityType;
  readonly onClose: () => void;
}

function DeleteType({ type, onClose }: DeleteTypeProps) {
  const weft = useWeft();
  const navigate = useNavigate();
  const params = { id: type.id };
  const preview = usePreview({
    queryKey: queryKeys.types.change(type.id, "delete"),
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
      message="Type deleted."
      stale={staleAfterTypeChange()}
      onDone={() => void navigate({ to: "/types/$id", params: { id: parentOf(type.typePath) ?? "item" } })}
    >
      <Text size="sm">
        {count === 0
          ? "It defines no properties of its own."
          : `Also deleted: ${pluralize(count, "property", "properties")} that only this type defines.`}
      </Text>
      <PreviewNote preview={preview} typePath={type.typePath} />
    </ConfirmDialog>
  );
}

interface EditTypeProps {
  readonly type: EntityType;
  readonly onClose: () => void;
}

function EditType({ type, onClose }: EditTypeProps) {
  const change = useChangeType(type);
  const [label, setLabel] = useState(type.label);
  const [mode, setMode] = useState(type.mode);
  const body = { label: label.trim(), mode };
  const isWhole = body.label !== "";
  const preview = usePreview({
    queryKey: queryKeys.types.change(type.id, "edit"),
    body: isWhole ? body : undefined,
    ask: async (signal) => {
      await change(body, { dryRun: true, signal });
      return undefined;
    },
  });
  const save = useSave({
    save: (force: boolean) => change(body, force ? { force } : {}),
    message: () => "Type saved.",
    stale: staleAfterTypeChange(),
    onSaved: onClose,
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
