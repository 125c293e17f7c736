import { Button, Group, List, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { CellsOutcome } from "./write-cells.ts";

/** One at a time: it is about the last edit. */
const id = "grid-undo";
const shownMs = 8_000;

/** What was done, and a button to undo it. */
export function showUndoToast(label: string, undo: (() => void) | undefined): void {
  notifications.hide(id);
  notifications.show({
    id,
    color: "teal",
    autoClose: shownMs,
    message: (
      <Group gap="xs" justify="space-between">
        <span>{undo === undefined ? `${label}. This is too large to undo.` : `${label}.`}</span>
        {undo !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              hideUndoToast();
              undo();
            }}
          >
            Undo
          </Button>
        )}
      </Group>
    ),
  });
}

export function hideUndoToast(): void {
  notifications.hide(id);
}

const shownMax = 5;

/** What could not be undone or redone stays visible until it is closed. */
export function showKeptCells(
  title: string,
  { overtaken, refused }: Pick<CellsOutcome, "overtaken" | "refused">,
  labelOf: (field: string) => string,
): void {
  const lines = [
    ...overtaken.map(({ title: row, field }) => `${row}, ${labelOf(field)}: changed since`),
    ...refused.map(({ title: row, error }) => `${row}: ${error}`),
  ];
  notifications.show({
    color: "yellow",
    autoClose: false,
    title,
    message: (
      <>
        <List size="sm">
          {lines.slice(0, shownMax).map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
        {lines.length > shownMax && <Text size="sm">… and {lines.length - shownMax} more.</Text>}
      </>
    ),
  });
}
