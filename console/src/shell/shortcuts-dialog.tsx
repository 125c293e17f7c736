import { Kbd, Modal, SimpleGrid, Table, Title } from "@mantine/core";
import { Fragment, useEffect } from "react";
import { shortcutGroups } from "./shortcut-list.ts";

/** Every key of the console. */
export function ShortcutsDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size="xl">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        {shortcutGroups.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <Title order={3} size="h5" mb="xs">
              {title}
            </Title>
            <Table aria-label={title} verticalSpacing={6} withRowBorders={false}>
              <Table.Tbody>
                {shortcuts.map(({ keys, action }) => (
                  <Table.Tr key={`${keys.join(" ")} ${action}`}>
                    <Table.Td pl={0}>{action}</Table.Td>
                    <Table.Td pr={0} ta="right" style={{ whiteSpace: "nowrap" }}>
                      {keys.map((key, place) => (
                        <Fragment key={key}>
                          {place > 0 && " "}
                          <Kbd size="xs">{key}</Kbd>
                        </Fragment>
                      ))}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
        ))}
      </SimpleGrid>
    </Modal>
  );
}

/** Listens for the question mark, wherever it does not belong to a text. */
export function useShortcutsKey(open: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isTyped = event.target instanceof Element && event.target.closest(fields) !== null;
      // A cell of the grid starts an edit with it.
      if (event.key !== "?" || isTyped || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      open();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [open]);
}

const fields = "input, textarea, select, [contenteditable=true], [role=dialog]";
