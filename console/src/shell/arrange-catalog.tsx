import { ActionIcon, Button, Group, Modal, Text } from "@mantine/core";
import { Icon, type IconName } from "../ui/icon.tsx";
import { moveEntry } from "./catalog.ts";
import classes from "./nav.module.css";
import { useCatalog } from "./use-menu.ts";

interface ArrangeCatalogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** How many the menu shows; the others are under More. */
  readonly shownMax: number;
}

/** The user's own order of the catalog. */
export function ArrangeCatalog({ opened, onClose, shownMax }: ArrangeCatalogProps) {
  const { entries, arrange } = useCatalog();
  const keys = entries.map(({ key }) => key);
  return (
    <Modal opened={opened} onClose={onClose} title="Arrange the catalog">
      <Text size="sm" c="dimmed" mb="sm">
        The menu shows the first {shownMax}, the others are under More. The order is yours alone and is kept in this
        browser.
      </Text>
      <ol className={classes["arranged"]} aria-label="Catalog">
        {entries.map(({ key, title, icon }, place) => (
          <li key={key} data-more={place === shownMax ? true : undefined}>
            <Icon name={icon} />
            <span className={classes["arrangedTitle"]}>{title}</span>
            <Group gap={2} wrap="nowrap">
              {moves.map(({ move, label, icon: sign }) => (
                <ActionIcon
                  key={move}
                  variant="subtle"
                  color="gray"
                  aria-label={`${label} ${title}`}
                  title={label}
                  disabled={move === "down" ? place === keys.length - 1 : place === 0}
                  onClick={() => arrange(moveEntry(keys, key, move))}
                >
                  <Icon name={sign} size={16} />
                </ActionIcon>
              ))}
            </Group>
          </li>
        ))}
      </ol>
      <Group justify="space-between" mt="md">
        <Button variant="subtle" onClick={() => arrange([])}>
          Reset
        </Button>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Modal>
  );
}

const moves: readonly { readonly move: "top" | "up" | "down"; readonly label: string; readonly icon: IconName }[] = [
  { move: "top", label: "Pin to the top:", icon: "pin" },
  { move: "up", label: "Move up:", icon: "up" },
  { move: "down", label: "Move down:", icon: "down" },
];
