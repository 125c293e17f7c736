import { ActionIcon, Autocomplete, Button, Group, Input, Stack, TextInput } from "@mantine/core";
import type { JsonObject } from "@weft/client";
import { useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import { PlaceholderInput } from "./placeholder-input.tsx";
import type { Placeholder } from "./placeholders.ts";
import { readValue, writeValue } from "./value-text.ts";

interface MemberRowsProps {
  readonly label: string;
  readonly help?: string;
  readonly value: JsonObject;
  readonly onChange: (value: JsonObject) => void;
  /** Default: no placeholders are suggested. */
  readonly placeholders?: readonly Placeholder[];
  /** Suggested names; others may be typed. */
  readonly names?: readonly string[];
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
}

interface Row {
  readonly key: number;
  readonly name: string;
  readonly text: string;
}

/** An object as rows of names and values. */
export function MemberRows({ label, help, value, onChange, error, isRequired = false, ...offers }: MemberRowsProps) {
  const { rows, setRows } = useRows(value, onChange);
  const change = (key: number, part: Partial<Row>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const add = () => setRows([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, name: "", text: "" }]);
  return (
    <Input.Wrapper label={label} description={help} error={error} labelElement="div" required={isRequired}>
      <Stack gap={6} mt={4} role="group" aria-label={label}>
        {rows.map((row, index) => (
          <MemberRow
            key={row.key}
            row={row}
            place={`${label} ${index + 1}`}
            onChange={(part) => change(row.key, part)}
            onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
            {...offers}
          />
        ))}
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Icon name="plus" size={14} />}
          onClick={add}
          w="fit-content"
          aria-label={`Add to ${label}`}
        >
          Add
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}

interface MemberRowProps extends Pick<MemberRowsProps, "placeholders" | "names"> {
  readonly row: Row;
  readonly place: string;
  readonly onChange: (part: Partial<Row>) => void;
  readonly onRemove: () => void;
}

function MemberRow({ row, place, placeholders, names = [], onChange, onRemove }: MemberRowProps) {
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <Autocomplete
        aria-label={`${place}, name`}
        placeholder="Name"
        data={[...names]}
        limit={50}
        value={row.name}
        onChange={(name) => onChange({ name })}
        style={{ flex: 2, minWidth: 0 }}
      />
      {placeholders === undefined ? (
        <TextInput
          aria-label={`${place}, value`}
          placeholder="Value"
          value={row.text}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
          style={{ flex: 3, minWidth: 0 }}
        />
      ) : (
        <PlaceholderInput
          name={`${place}, value`}
          placeholder="Value"
          value={row.text}
          onChange={(text) => onChange({ text })}
          placeholders={placeholders}
          style={{ flex: 3, minWidth: 0 }}
        />
      )}
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Remove ${place}`} onClick={onRemove}>
        <Icon name="close" size={16} />
      </ActionIcon>
    </Group>
  );
}

/**
 * Rows may temporarily have no name or a duplicate one; an object cannot. So they are kept here, and follow changes
 * from outside.
 */
function useRows(value: JsonObject, onChange: (value: JsonObject) => void) {
  const text = JSON.stringify(value);
  const [state, setState] = useState({ rows: rowsOf(value), reported: text });
  const rows = state.reported === text ? state.rows : rowsOf(value);
  return {
    rows,
    setRows: (next: readonly Row[]) => {
      const reported = Object.fromEntries(
        next.filter(({ name }) => name !== "").map(({ name, text: line }) => [name, readValue(line)]),
      );
      setState({ rows: next, reported: JSON.stringify(reported) });
      onChange(reported);
    },
  };
}

function rowsOf(value: JsonObject): readonly Row[] {
  return Object.entries(value).map(([name, member], key) => ({ key, name, text: writeValue(member) }));
}
