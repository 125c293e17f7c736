import { Modal, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { App } from "@weft/client";
import { useState } from "react";
import { useWeft } from "../session/session.ts";
import { ActionItem, ActionMenu } from "../ui/action-menu.tsx";
import { ConfirmDialog } from "../ui/confirm-act.tsx";
import { FormEnd } from "../ui/form-end.tsx";
import { notifyDone } from "../ui/notify.ts";

interface AppActionsProps {
  readonly app: App;
  readonly liveKeys: number;
}

export function AppActions({ app, liveKeys }: AppActionsProps) {
  const [act, setAct] = useState<"edit" | "delete">();
  const close = () => setAct(undefined);
  return (
    <>
      <ActionMenu label={`Actions for app ${app.name}`}>
        <ActionItem icon="edit" onClick={() => setAct("edit")}>
          Edit
        </ActionItem>
        <ActionItem icon="trash" onClick={() => setAct("delete")}>
          Delete
        </ActionItem>
      </ActionMenu>
      {act === "edit" && <EditApp app={app} onClose={close} />}
      {act === "delete" && <DeleteApp app={app} liveKeys={liveKeys} onClose={close} />}
    </>
  );
}

function DeleteApp({ app, liveKeys, onClose }: AppActionsProps & { readonly onClose: () => void }) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete app ${app.name}`}
      confirmLabel="Delete app"
      act={() => weft.call("delete-app", { params: { id: app.id } })}
      onDone={() => {
        notifyDone(`App ${app.name} deleted.`);
        void queryClient.invalidateQueries({ queryKey: ["apps"] });
        void queryClient.invalidateQueries({ queryKey: ["keys"] });
      }}
    >
      <Text size="sm">
        {liveKeys === 0
          ? "It has no active keys. Its expired and revoked keys are deleted too. Its changes stay in the history under its name."
          : `It has ${liveKeys} active ${liveKeys === 1 ? "key" : "keys"}. Revoke ${liveKeys === 1 ? "it" : "them"} first.`}
      </Text>
    </ConfirmDialog>
  );
}

function EditApp({ app, onClose }: { readonly app: App; readonly onClose: () => void }) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name: app.name, description: app.description },
    validate: { name: (value) => (value.trim() === "" ? "Enter a name." : null) },
  });
  const save = useMutation({
    mutationFn: (body: { readonly name: string; readonly description: string }) =>
      weft.call("update-app", { params: { id: app.id }, body }, { ifMatch: app.version }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["apps"] });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Edit app ${app.name}`} centered>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack>
          <TextInput label="Name" data-autofocus {...form.getInputProps("name")} />
          <Textarea label="Description" autosize minRows={2} {...form.getInputProps("description")} />
          <FormEnd saving={save} submitLabel="Save" onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
