import { ActionIcon, Button, Group, Paper, Stack, Text, TextInput } from "@mantine/core";
import type { OptionSet } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Icon } from "../ui/icon.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { OptionPill } from "../ui/option-pill.tsx";
import { useSave } from "../ui/use-save.ts";
import { ColorField } from "./color-field.tsx";
import {
  describeRowChanges,
  moveRow,
  type OptionRow,
  type OptionSetUser,
  optionsOf,
  rowsOf,
  validateRows,
} from "./option-sets.ts";
import { PreviewNote, SaveButtons } from "./preview-note.tsx";
import { staleAfterTypeChange } from "./use-change-type.ts";
import { usePreview } from "./use-preview.ts";

interface OptionsEditorProps {
  readonly set: OptionSet;
  readonly users: readonly OptionSetUser[];
  readonly isEditable: boolean;
}

/** The options in order. Changes are checked against the stored entities by a dry run, and then saved together. */
export function OptionsEditor({ set, users, isEditable }: OptionsEditorProps) {
  const [name, setName] = useState(set.name);
  const [rows, setRows] = useState<readonly OptionRow[]>(() => rowsOf(set.options));
  const [madeCount, setMadeCount] = useState(0);
  const changes = [...(name.trim() === set.name ? [] : ["new name"]), ...describeRowChanges(set.options, rows)];
  const error = name.trim() === "" ? "Enter a name." : validateRows(rows);
  const { preview, save } = useSaveOptions(set, { name, rows, isWhole: changes.length > 0 && error === undefined });
  const add = () => {
    setMadeCount(madeCount + 1);
    setRows([...rows, { key: `new ${madeCount}`, value: "", display: "" }]);
  };
  const reset = () => {
    setName(set.name);
    setRows(rowsOf(set.options));
  };
  return (
    <Stack gap="md">
      {isEditable && (
        <TextInput label="Name" value={name} maw={420} onChange={({ currentTarget }) => setName(currentTarget.value)} />
      )}
      <OptionsTable rows={rows} onChange={isEditable ? setRows : undefined} />
      {isEditable && (
        <Group>
          <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={add}>
            Add option
          </Button>
        </Group>
      )}
      {(changes.length > 0 || error !== undefined) && (
        <Paper withBorder p="md" component="section" aria-label="Changes">
          <Stack>
            <Text size="sm" fw={600}>
              {error ?? `To be saved: ${changes.join(", ")}.`}
            </Text>
            <PreviewNote preview={preview} isWhole={error === undefined} {...typeOfFirst(users)} />
            {save.error !== null && <ErrorNote error={save.error} />}
            <SaveButtons
              preview={preview}
              isPending={save.isPending}
              saveLabel="Save options"
              onCancel={reset}
              onSave={(force) => save.mutate(force)}
            />
          </Stack>
        </Paper>
      )}
    </Stack>
  );
}

/** The samples are of the first property with invalid entities, which is the only one where there is one. */
function typeOfFirst(users: readonly OptionSetUser[]): { readonly typePath?: string } {
  const [only, ...others] = users;
  return only === undefined || others.length > 0 ? {} : { typePath: only.typePath };
}

interface SaveInput {
  readonly name: string;
  readonly rows: readonly OptionRow[];
  readonly isWhole: boolean;
}

function useSaveOptions(set: OptionSet, { name, rows, isWhole }: SaveInput) {
  const weft = useWeft();
  const body = { name: name.trim(), options: optionsOf(rows) };
  const change = (query: { dryRun?: boolean; force?: boolean }, signal?: AbortSignal) =>
    weft.call("update-option-set", { params: { id: set.id }, query, body }, { signal, ifMatch: set.version });
  const preview = usePreview({
    queryKey: queryKeys.optionSets.one(set.id),
    body: isWhole ? body : undefined,
    ask: async (signal) => {
      await change({ dryRun: true }, signal);
      return undefined;
    },
  });
  const save = useSave({
    save: (force: boolean) => change(force ? { force } : {}),
    message: () => "Options saved.",
    stale: staleAfterTypeChange(),
  });
  return { preview, save };
}

interface OptionsTableProps {
  readonly rows: readonly OptionRow[];
  /** Undefined makes them read-only. */
  readonly onChange: ((rows: readonly OptionRow[]) => void) | undefined;
}

interface PlacedRow {
  readonly row: OptionRow;
  readonly index: number;
}

/** A set may have ten thousand options: only the visible ones are in the page. */
function OptionsTable({ rows, onChange }: OptionsTableProps) {
  const listing = {
    rows: rows.map((row, index) => ({ row, index })),
    total: rows.length,
    isPending: false,
    error: null,
    hasMore: false,
    isFetchingMore: false,
    isFetching: false,
    fetchMore: () => {},
    refetch: () => {},
  };
  return (
    <ListTable
      label="Options"
      listing={listing}
      columns={onChange === undefined ? readColumns : editColumns(rows, onChange)}
      rowKey={({ row }) => row.key}
      maxHeight="60vh"
      empty={
        <EmptyState icon="types" title="No options yet">
          Add the allowed values, each with a label.
        </EmptyState>
      }
    />
  );
}

const readColumns: readonly ListColumn<PlacedRow>[] = [
  {
    title: "Label",
    render: ({ row, index }) => <OptionPill label={row.display} place={index} color={row.color} />,
  },
  { title: "Value", render: ({ row }) => <span className="mono">{row.value}</span> },
];

type Change = (rows: readonly OptionRow[]) => void;

function editColumns(rows: readonly OptionRow[], onChange: Change): ListColumn<PlacedRow>[] {
  const edit = ({ row, index }: PlacedRow, part: Partial<OptionRow>) => onChange(rows.with(index, { ...row, ...part }));
  return [
    {
      title: "Label",
      render: (placed) => (
        <TextInput
          size="xs"
          aria-label={`Label of option ${placed.index + 1}`}
          value={placed.row.display}
          onChange={({ currentTarget: { value } }) => edit(placed, { display: value })}
        />
      ),
    },
    {
      title: "Value",
      render: (placed) => (
        <TextInput
          size="xs"
          classNames={{ input: "mono" }}
          aria-label={`Value of option ${placed.index + 1}`}
          value={placed.row.value}
          onChange={({ currentTarget: { value } }) => edit(placed, { value })}
        />
      ),
    },
    {
      title: "Color",
      width: 170,
      render: (placed) => (
        <ColorField
          label={`Color of option ${placed.index + 1}`}
          color={placed.row.color}
          onChange={(color) => onChange(rows.with(placed.index, paint(placed.row, color)))}
        />
      ),
    },
    {
      title: "Order",
      width: 130,
      render: (placed) => <RowActions placed={placed} rows={rows} onChange={onChange} />,
    },
  ];
}

function paint({ color: _before, ...row }: OptionRow, color: OptionRow["color"]): OptionRow {
  return color === undefined ? row : { ...row, color };
}

interface RowActionsProps {
  readonly placed: PlacedRow;
  readonly rows: readonly OptionRow[];
  readonly onChange: Change;
}

function RowActions({ placed: { row, index }, rows, onChange }: RowActionsProps) {
  const name = row.display === "" ? `option ${index + 1}` : row.display;
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        aria-label={`Move ${name} up`}
        disabled={index === 0}
        onClick={() => onChange(moveRow(rows, index, -1))}
      >
        <Icon name="up" size={16} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={`Move ${name} down`}
        disabled={index === rows.length - 1}
        onClick={() => onChange(moveRow(rows, index, 1))}
      >
        <Icon name="down" size={16} />
      </ActionIcon>
      <ActionIcon variant="default" aria-label={`Remove ${name}`} onClick={() => onChange(rows.toSpliced(index, 1))}>
        <Icon name="trash" size={16} />
      </ActionIcon>
    </Group>
  );
}
