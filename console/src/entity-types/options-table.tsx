import { ActionIcon, Group, TextInput } from "@mantine/core";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { moveRow, type OptionRow } from "./option-rows.ts";

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
export function OptionsTable({ rows, onChange }: OptionsTableProps) {
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
  { title: "Label", render: ({ row }) => row.display },
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
      title: "Order",
      width: 130,
      render: (placed) => <RowActions placed={placed} rows={rows} onChange={onChange} />,
    },
  ];
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
