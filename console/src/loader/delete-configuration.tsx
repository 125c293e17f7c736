import { ActionIcon, Text, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import type { File } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-act.tsx";
import { Icon } from "../ui/icon.tsx";
import { notifyDone } from "../ui/notify.ts";

/** Deletes the file of a saved configuration. The form keeps its settings. */
export function DeleteConfiguration({ file }: { readonly file: Pick<File, "id" | "fileName"> }) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure(false);
  const label = `Delete saved configuration ${file.fileName}`;
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
        confirmLabel="Delete file"
        act={() => weft.files.delete({ id: file.id })}
        onDone={() => {
          notifyDone(`${file.fileName} deleted.`);
          void queryClient.invalidateQueries({ queryKey: ["files", "configurations"] });
        }}
      >
        <Text size="sm">
          Loads that use this file, including those of the command line, will be rejected. The form keeps its settings.
        </Text>
      </ConfirmDialog>
    </>
  );
}
