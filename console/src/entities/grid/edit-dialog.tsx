import { Button, Group, List, Modal, Stack, Table, Text } from "@mantine/core";
import { useState } from "react";
import { pluralize } from "../../ui/format.ts";
import { fullTitleOf } from "../any-entity.ts";
import { cellText } from "./cell-text.ts";
import { useGridTools } from "./grid-tools.ts";
import type { CellPlan, LeftCell, PlannedRow } from "./plan-cells.ts";
import { type CellAct, cellNoun, type GridEdits, type Review } from "./use-grid-edits.tsx";
import type { CellsOutcome } from "./write-cells.ts";

/** What an edit of many cells would change, before it is done; or what could not be done. */
export function EditDialog({ edits }: { readonly edits: GridEdits }) {
  const { review, endReview, accept } = edits;
  // Shown until the dialog has closed.
  const [shown, setShown] = useState<Review>();
  if (review !== undefined && review !== shown) setShown(review);
  return (
    <Modal opened={review !== undefined} onClose={endReview} title={shown?.act.title ?? ""} size="lg" centered>
      {shown !== undefined && "plan" in shown && (
        <Preview plan={shown.plan} onClose={endReview} onAccept={() => void accept(shown.act, shown.plan)} />
      )}
      {shown !== undefined && "outcome" in shown && (
        <Outcome act={shown.act} outcome={shown.outcome} onClose={endReview} />
      )}
    </Modal>
  );
}

interface PreviewProps {
  readonly plan: CellPlan;
  readonly onClose: () => void;
  readonly onAccept: () => void;
}

function Preview({ plan, onClose, onAccept }: PreviewProps) {
  return (
    <Stack>
      <Text size="sm">{plan.cellCount === 0 ? "No changes." : `${sizeOf(plan)} will change.`}</Text>
      {plan.cellCount > 0 && <Changes rows={plan.rows} />}
      <LeftCells
        title="Invalid values, not changed"
        cells={plan.errors}
        describe={({ text, reason }) => `“${text}” ${reason}.`}
      />
      <LeftCells title="Read-only" cells={plan.locked} describe={({ reason }) => reason} />
      {plan.rowsBeyond + plan.columnsBeyond > 0 && <Text size="sm">{describeBeyond(plan)}</Text>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={plan.cellCount === 0} onClick={onAccept} data-autofocus>
          Write {pluralize(plan.cellCount, "cell")}
        </Button>
      </Group>
    </Stack>
  );
}

const shownMax = 12;

function Changes({ rows }: { readonly rows: readonly PlannedRow[] }) {
  const { words } = useGridTools();
  const cells = rows.flatMap(({ row, cells: own }) => own.map((cell) => ({ row, ...cell })));
  return (
    <>
      <Table.ScrollContainer minWidth={420} mah={280}>
        <Table aria-label="Changes" verticalSpacing={4} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Row</Table.Th>
              <Table.Th>Column</Table.Th>
              <Table.Th>Before</Table.Th>
              <Table.Th>After</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {cells.slice(0, shownMax).map(({ row, column, before, after }) => (
              <Table.Tr key={`${row.id} ${column.field}`}>
                <Table.Td>{fullTitleOf(row)}</Table.Td>
                <Table.Td>{column.label}</Table.Td>
                <Table.Td>{cellText(column, before, words)}</Table.Td>
                <Table.Td>{cellText(column, after, words) || <i>empty</i>}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {cells.length > shownMax && (
        <Text size="sm" c="dimmed">
          … and {pluralize(cells.length - shownMax, "more cell")}.
        </Text>
      )}
    </>
  );
}

interface LeftCellsProps {
  readonly title: string;
  readonly cells: readonly LeftCell[];
  readonly describe: (cell: LeftCell) => string;
}

function LeftCells({ title, cells, describe }: LeftCellsProps) {
  if (cells.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}: {pluralize(cells.length, "cell")}
      </Text>
      <List size="sm">
        {cells.slice(0, shownMax).map((cell) => (
          <List.Item key={`${cell.id} ${cell.label}`}>
            {cell.title}, {cell.label}: {describe(cell)}
          </List.Item>
        ))}
      </List>
      {cells.length > shownMax && (
        <Text size="sm" c="dimmed">
          … and {pluralize(cells.length - shownMax, "more cell")}.
        </Text>
      )}
    </div>
  );
}

interface OutcomeProps {
  readonly act: CellAct;
  readonly outcome: CellsOutcome;
  readonly onClose: () => void;
}

const refusedMax = 50;

function Outcome({ act, outcome: { written, overtaken, refused }, onClose }: OutcomeProps) {
  return (
    <Stack>
      <Text size="sm">
        {pluralize(written.length, ...(act.noun ?? cellNoun))} {act.done}.
      </Text>
      {refused.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            Rejected: {pluralize(refused.length, "row")}
          </Text>
          <List size="sm">
            {refused.slice(0, refusedMax).map(({ id, title, error }) => (
              <List.Item key={id}>
                {title}: {error}
              </List.Item>
            ))}
          </List>
        </div>
      )}
      {overtaken.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            Changed by others, not changed here: {pluralize(overtaken.length, "cell")}
          </Text>
          <List size="sm">
            {overtaken.slice(0, refusedMax).map(({ id, title, field }) => (
              <List.Item key={`${id} ${field}`}>
                {title}, {field}
              </List.Item>
            ))}
          </List>
        </div>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Stack>
  );
}

function sizeOf({ cellCount, rows }: CellPlan): string {
  return `${pluralize(cellCount, "cell")} in ${pluralize(rows.length, "row")}`;
}

function describeBeyond({ rowsBeyond, columnsBeyond }: CellPlan): string {
  const parts = [
    ...(rowsBeyond > 0 ? [`${pluralize(rowsBeyond, "row")} below the last row`] : []),
    ...(columnsBeyond > 0 ? [`${pluralize(columnsBeyond, "column")} beyond the last column`] : []),
  ];
  return `Not pasted: ${parts.join(" and ")}.`;
}
