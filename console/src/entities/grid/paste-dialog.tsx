import { Button, Group, List, Modal, Stack, Table, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Weft } from "@weft/client";
import { useState } from "react";
import { useWeft } from "../../session/session.ts";
import { ErrorNote } from "../../ui/error-note.tsx";
import { pluralize } from "../../ui/format.ts";
import { notifyDone } from "../../ui/notify.ts";
import { type AnyEntity, fullTitleOf } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import { cellText } from "./cell-text.ts";
import type { EntityRows } from "./entity-rows.ts";
import { partsThatFit } from "./grid-calls.ts";
import { useGridTools } from "./grid-tools.ts";
import { type LeftCell, type PastedRow, type PastePlan, type RowOutcome, writePasted } from "./plan-paste.ts";
import { forgetReadElsewhere } from "./use-cell-writer.ts";
import type { Paste } from "./use-paste.ts";

interface PasteDialogProps {
  readonly paste: Paste;
  readonly kind: EntityKind;
  readonly rows: EntityRows;
}

/** What pasting would change, before it is done; and the result of each row. */
export function PasteDialog({ paste, kind, rows }: PasteDialogProps) {
  const { plan, end } = paste;
  const [refused, setRefused] = useState<readonly RowOutcome[]>();
  const close = () => {
    end();
    setRefused(undefined);
  };
  return (
    <Modal opened={plan !== undefined} onClose={close} title="Paste from a spreadsheet" size="lg" centered>
      {plan !== undefined && refused === undefined && (
        <Preview plan={plan} kind={kind} rows={rows} onClose={close} onRefused={setRefused} />
      )}
      {plan !== undefined && refused !== undefined && <Outcome plan={plan} refused={refused} onClose={close} />}
    </Modal>
  );
}

interface PreviewProps extends Omit<PasteDialogProps, "paste"> {
  readonly plan: PastePlan;
  readonly onClose: () => void;
  readonly onRefused: (outcomes: readonly RowOutcome[]) => void;
}

function Preview({ plan, kind, rows, onClose, onRefused }: PreviewProps) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const written = useMutation({
    mutationFn: () => writePasted(weft, kind, plan.rows),
    onSuccess: async (outcomes) => {
      rows.replace(outcomes.flatMap(({ entity }) => entity ?? []));
      forgetReadElsewhere(queryClient, kind);
      const refused = outcomes.filter(({ error }) => error !== undefined);
      if (refused.length > 0) {
        onRefused(refused);
        rows.replace(await readAgain(weft, kind, refused));
        return;
      }
      notifyDone(`${sizeOf(plan)} written.`);
      onClose();
    },
  });
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
      {written.error !== null && <ErrorNote error={written.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={plan.cellCount === 0}
          loading={written.isPending}
          onClick={() => written.mutate()}
          data-autofocus
        >
          Write {pluralize(plan.cellCount, "cell")}
        </Button>
      </Group>
    </Stack>
  );
}

/** Changes by other users are shown, to review before pasting again. */
async function readAgain(weft: Weft, { name: entityName }: EntityKind, outcomes: readonly RowOutcome[]) {
  const parts = partsThatFit(outcomes.map(({ row }) => row.id));
  const read = parts.map(async (ids) => {
    const listing = { entityName, criteria: { id: { in: ids } }, limit: ids.length };
    const { results } = await weft.entities.list<AnyEntity>(listing).catch(() => ({ results: [] }));
    return results;
  });
  return (await Promise.all(read)).flat();
}

const shownMax = 12;

function Changes({ rows }: { readonly rows: readonly PastedRow[] }) {
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
  readonly plan: PastePlan;
  readonly refused: readonly RowOutcome[];
  readonly onClose: () => void;
}

function Outcome({ plan, refused, onClose }: OutcomeProps) {
  return (
    <Stack>
      <Text size="sm">
        {pluralize(plan.rows.length - refused.length, "row")} written, {pluralize(refused.length, "row")} rejected:
      </Text>
      <List size="sm">
        {refused.slice(0, 50).map(({ row, error }) => (
          <List.Item key={row.id}>
            {fullTitleOf(row)}: {error}
          </List.Item>
        ))}
      </List>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Stack>
  );
}

function sizeOf({ cellCount, rows }: PastePlan): string {
  return `${pluralize(cellCount, "cell")} in ${pluralize(rows.length, "row")}`;
}

function describeBeyond({ rowsBeyond, columnsBeyond }: PastePlan): string {
  const parts = [
    ...(rowsBeyond > 0 ? [`${pluralize(rowsBeyond, "row")} below the last row`] : []),
    ...(columnsBeyond > 0 ? [`${pluralize(columnsBeyond, "column")} beyond the last column`] : []),
  ];
  return `Not pasted: ${parts.join(" and ")}.`;
}
