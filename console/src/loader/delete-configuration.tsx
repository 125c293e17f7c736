import { ActionIcon, Text, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import type { File } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-act.tsx";
import { Icon } from "../ui/icon.tsx";
import { notifyDone } from "../ui/notify.ts";

/** Deletes the file of a saved configuration. What was taken from it stays in the form. */
export function DeleteConfiguration({ file }: { readonly file: Pick<File, "id" | "fileName"> }) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure(false);
  const label = `Delete the saved configuration ${file.fileName}`;
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon variant="default" size={30} aria-label={label} onClick={open}>
          <Icon name="trash" size={16} />
        </ActionIcon>
      </Tooltip>
      <ConfirmDialog
        opened={isOpen}
        onClose={close}
        title={label}
        confirmLabel="Delete the file"
        act={() => weft.files.delete({ id: file.id })}
        onDone={() => {
          notifyDone(`${file.fileName} is deleted.`);
          void queryClient.invalidateQueries({ queryKey: ["files", "configurations"] });
        }}
      >
        <Text size="sm">
          Loads that name this file, also those of the command line, will be refused. The form keeps what it has taken
          from it.
        </Text>
      </ConfirmDialog>
    </>
  );
}
