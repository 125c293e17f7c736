import { ActionIcon, Button, Checkbox, Group, Popover, ScrollArea, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import { moveColumn } from "./choose-columns.ts";
import type { GridColumn } from "./grid-column.ts";

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
  return (
    <Popover position="bottom-end" trapFocus shadow="md">
      <Popover.Target>
        <Button variant="default" size="sm" leftSection={<Icon name="columns" size={16} />}>
          Columns
        </Button>
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
            <Stack gap={6}>
              {chosen.filter(isMeant).map((column) => (
                <ShownColumn key={column.field} column={column} fields={fields} onChange={onChange} />
              ))}
              {hidden.filter(isMeant).map((column) => (
                <HiddenColumn key={column.field} column={column} onShow={() => onChange([...fields, column.field])} />
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
  return <Checkbox label={<Name column={column} />} checked={false} onChange={onShow} />;
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
