import { Alert, Button, List, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import type { LoaderProcess } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-act.tsx";
import { Icon } from "../ui/icon.tsx";
import { ChangedSinceNote } from "./changed-since-note.tsx";
import { changesOf, pluralize } from "./format-load.ts";
import { formatUndo } from "./format-undo.ts";

/** Undoes the changes of a load; shows them first, and what cannot be undone. */
export function UndoLoad({ load }: { readonly load: LoaderProcess }) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure(false);
  const refresh = () => {
    for (const noun of ["loads", "entities", "changes", "assortments"]) {
      void queryClient.invalidateQueries({ queryKey: [noun] });
    }
  };
  return (
    <>
      <Button variant="default" leftSection={<Icon name="undo" size={16} />} onClick={open}>
        Undo load
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={close}
        title="Undo this load?"
        confirmLabel={`Undo ${pluralize(changesOf(load), "change")}`}
        act={() => weft.loader.undo({ id: load.id })}
        onDone={refresh}
      >
        <Stack gap="sm">
          <Text size="sm">Will be undone:</Text>
          <List size="sm">
            {formatUndo(load).map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
          <Text size="sm">Entities changed since are kept.</Text>
          {isOpen && <ChangedSinceNote load={load} />}
          {load.shouldSkipAssortmentPublish === true && (
            <Alert color="yellow" variant="outline" icon={<Icon name="warning" />} title="Members are kept">
              Members of assortments were written directly, without history, and cannot be undone.
            </Alert>
          )}
        </Stack>
      </ConfirmDialog>
    </>
  );
}
