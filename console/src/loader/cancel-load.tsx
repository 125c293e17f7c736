import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import type { LoaderProcess } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-act.tsx";
import { Icon } from "../ui/icon.tsx";
import { notifyDone } from "../ui/notify.ts";
import { pluralize } from "./format-load.ts";

export function CancelLoad({ load }: { readonly load: LoaderProcess }) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure(false);
  const isWriting = load.progress.phase === "writing" || load.progress.phase === "publishing";
  return (
    <>
      <Button variant="default" leftSection={<Icon name="stop" size={16} />} onClick={open}>
        Cancel load
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={close}
        title="Cancel this load?"
        confirmLabel="Cancel load"
        act={() => weft.loader.cancel({ id: load.id })}
        onDone={() => {
          notifyDone(isWriting ? "The load ends after the current batch." : "Load canceled.");
          void queryClient.invalidateQueries({ queryKey: ["loads"] });
        }}
      >
        <Text size="sm">
          {isWriting
            ? `${pluralize(load.progress.rowsDone, "row")} written so far. The load ends after the current batch. Written rows are kept; you can undo the load afterwards.`
            : "Nothing has been written, and nothing will be."}
        </Text>
      </ConfirmDialog>
    </>
  );
}
