import { ActionIcon, Button, Checkbox, Group, Popover, ScrollArea, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure, useWindowEvent } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import { moveColumn } from "./choose-columns.ts";
import type { GridColumn } from "./grid-column.ts";
import { ToolButton } from "./tool-button.tsx";

interface ColumnChooserProps {
  /** All columns but the name, which is always visible. */
  readonly columns: readonly GridColumn[];
  readonly chosen: readonly GridColumn[];
  /** undefined resets to the default columns. */
  readonly onChange: (fields: readonly string[] | undefined) => void;
}

export function ColumnChooser({ columns, chosen, onChange }: ColumnChooserProps) {
  const [words, setSearch] = useState("");
  const fields = chosen.map(({ field }) => field);
  const isMeant = ({ label, field }: GridColumn) => `${label} ${field}`.toLowerCase().includes(words.toLowerCase());
  const hidden = columns.filter(({ field }) => !fields.includes(field));
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { list, tick } = useTickFocus(fields);
  // The dropdown hears Escape only while it has the focus.
  useWindowEvent("keydown", ({ key }) => {
    if (key === "Escape") close();
  });
  const change = (field: string, next: readonly string[]) => {
    tick(field);
    onChange(next);
  };
  return (
    <Popover position="bottom-end" trapFocus returnFocus opened={isOpen} onDismiss={close}>
      <Popover.Target>
        <ToolButton icon="columns" onClick={toggle}>
          Columns
        </ToolButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" w={290}>
          <TextInput
            aria-label="Search columns"
            placeholder="Search columns"
            value={words}
            onChange={(event) => setSearch(event.currentTarget.value)}
            data-autofocus
          />
          <ScrollArea.Autosize mah={320} type="auto" offsetScrollbars>
            <Stack gap={6} ref={list}>
              {chosen.filter(isMeant).map((column) => (
                <ShownColumn
                  key={column.field}
                  column={column}
                  fields={fields}
                  onChange={(next) => change(column.field, next)}
                />
              ))}
              {hidden.filter(isMeant).map((column) => (
                <HiddenColumn
                  key={column.field}
                  column={column}
                  onShow={() => change(column.field, [...fields, column.field])}
                />
              ))}
            </Stack>
          </ScrollArea.Autosize>
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(undefined)}>
            Reset columns
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** A ticked column moves to the other columns that are shown; the focus moves with it. */
function useTickFocus(fields: readonly string[]) {
  const list = useRef<HTMLDivElement>(null);
  const ticked = useRef<string>(undefined);
  const shown = fields.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: Once the columns have changed.
  useEffect(() => {
    const field = ticked.current;
    ticked.current = undefined;
    const boxes = [...(list.current?.querySelectorAll<HTMLInputElement>("input[data-field]") ?? [])];
    if (field !== undefined) boxes.find(({ dataset }) => dataset["field"] === field)?.focus();
  }, [shown]);
  return {
    list,
    tick: (field: string) => {
      ticked.current = field;
    },
  };
}

interface ShownColumnProps {
  readonly column: GridColumn;
  readonly fields: readonly string[];
  readonly onChange: (fields: readonly string[]) => void;
}

function ShownColumn({ column, fields, onChange }: ShownColumnProps) {
  const { field, label } = column;
  return (
    <Group justify="space-between" wrap="nowrap" gap={4}>
      <Checkbox
        label={<Name column={column} />}
        data-field={field}
        checked
        onChange={() => onChange(fields.filter((one) => one !== field))}
      />
      <Group gap={2} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          size="sm"
          aria-label={`Move ${label} left`}
          disabled={fields[0] === field}
          onClick={() => onChange(moveColumn(fields, field, -1))}
        >
          <Icon name="up" size={14} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          size="sm"
          aria-label={`Move ${label} right`}
          disabled={fields.at(-1) === field}
          onClick={() => onChange(moveColumn(fields, field, 1))}
        >
          <Icon name="down" size={14} />
        </ActionIcon>
      </Group>
    </Group>
  );
}

function HiddenColumn({ column, onShow }: { readonly column: GridColumn; readonly onShow: () => void }) {
  return <Checkbox label={<Name column={column} />} data-field={column.field} checked={false} onChange={onShow} />;
}

function Name({ column: { label, source } }: { readonly column: GridColumn }) {
  return (
    <>
      {label}
      {source === "seen" && (
        <Text span size="xs" c="dimmed">
          {" "}
          not defined
        </Text>
      )}
    </>
  );
}
