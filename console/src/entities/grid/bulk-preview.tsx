import { List, Table, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryKeys } from "../../query-keys.ts";
import { pluralize } from "../../ui/format.ts";
import { type AnyEntity, fullTitleOf } from "../any-entity.ts";
import { cellText } from "./cell-text.ts";
import { useGridTools } from "./grid-tools.ts";
import { type BulkEdit, findRefusals, planBulkEdit } from "./run-bulk-edit.ts";

interface BulkPreviewProps {
  readonly edit: BulkEdit;
  /** The loaded rows among those to edit. */
  readonly rows: readonly AnyEntity[];
}

const sampleMax = 100;
const shownMax = 6;
const typingMs = 300;

/** Values before and after in some rows, and what the service would reject of them. */
export function BulkPreview({ edit, rows }: BulkPreviewProps) {
  const tools = useGridTools();
  const { weft, kind, words } = tools;
  const { column } = edit;
  const plan = planBulkEdit(edit, rows.slice(0, sampleMax), tools);
  const cells = plan.rows.flatMap(({ row, cells: own }) => own.map(({ before, after }) => ({ row, before, after })));
  const [asked] = useDebouncedValue(
    JSON.stringify([column.field, edit.operation, cells.map(({ row }) => row.id)]),
    typingMs,
  );
  const { data: refusals = [] } = useQuery({
    queryKey: queryKeys.entities.bulkEdit(kind.path, asked),
    queryFn: ({ signal }) => findRefusals(weft, kind, cells, { column, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return (
    <div>
      <Text size="sm">
        {cells.length === 0
          ? "The first rows do not change."
          : `${pluralize(cells.length, "cell")} of the first ${pluralize(Math.min(rows.length, sampleMax), "row")} will change.`}
        {plan.locked.length > 0 && ` ${pluralize(plan.locked.length, "cell")} cannot be changed there.`}
      </Text>
      {cells.length > 0 && (
        <Table aria-label="Preview" verticalSpacing={4} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Row</Table.Th>
              <Table.Th>Before</Table.Th>
              <Table.Th>After</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {cells.slice(0, shownMax).map(({ row, before, after }) => (
              <Table.Tr key={row.id}>
                <Table.Td>{fullTitleOf(row)}</Table.Td>
                <Table.Td>{cellText(column, before, words)}</Table.Td>
                <Table.Td>{cellText(column, after, words) || <i>empty</i>}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {refusals.length > 0 && (
        <div role="status">
          <Text size="sm" fw={600} mt="xs">
            Would be rejected: {pluralize(refusals.length, "row")}
          </Text>
          <List size="sm">
            {refusals.slice(0, shownMax).map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        </div>
      )}
    </div>
  );
}
