import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { PropertyDiffs } from "../../ui/property-diffs.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { systemFields, titleOf } from "../any-entity.ts";
import { isSameJson } from "../same-json.ts";
import { plainText } from "./cell-text.ts";
import type { EditConflict } from "./cell-writer.ts";
import type { GridColumn } from "./grid-column.ts";
import { useGridTools } from "./grid-tools.ts";

interface ConflictDialogProps {
  readonly conflict: EditConflict | undefined;
  readonly columns: readonly GridColumn[];
  readonly onTheirs: (conflict: EditConflict) => void;
  readonly onMine: (conflict: EditConflict) => void;
}

/** Two users changed the same cell: who changed what, and which value to keep. */
export function ConflictDialog({ conflict, columns, onTheirs, onMine }: ConflictDialogProps) {
  // Shown until the dialog has closed.
  const [shown, setShown] = useState(conflict);
  if (conflict !== undefined && conflict !== shown) setShown(conflict);
  return (
    <Modal
      opened={conflict !== undefined}
      onClose={() => conflict !== undefined && onTheirs(conflict)}
      title={shown === undefined ? "" : `${titleOf(shown.theirs)} was changed`}
      centered
      size="lg"
    >
      {shown !== undefined && <Decision conflict={shown} columns={columns} onTheirs={onTheirs} onMine={onMine} />}
    </Modal>
  );
}

function Decision({ conflict, columns, onTheirs, onMine }: ConflictDialogProps & { readonly conflict: EditConflict }) {
  const { words } = useGridTools();
  const { who, before, theirs, mine, field } = conflict;
  const column = columns.find((one) => one.field === field);
  const textOf = (one: GridColumn, value: unknown) => plainText(one, value, words);
  const diffs = columns
    .filter((one) => isShown(one.field) && !isSameJson(before[one.field], theirs[one.field]))
    .map((one) => ({
      slug: one.field,
      name: one.label,
      oldValue: textOf(one, before[one.field]),
      newValue: textOf(one, theirs[one.field]),
    }));
  return (
    <Stack>
      <Text size="sm">
        {who ?? "Someone else"} changed it <TimeAgo time={theirs.updatedOn} />, after you read it:
      </Text>
      <PropertyDiffs diffs={diffs} label="Their changes" />
      {column !== undefined && (
        <Text size="sm">
          You are writing <b>{textOf(column, mine) || "empty"}</b> to {column.label}.
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => onTheirs(conflict)} data-autofocus>
          Discard my change
        </Button>
        <Button onClick={() => onMine(conflict)}>Overwrite</Button>
      </Group>
    </Stack>
  );
}

/** Time and version always change. */
function isShown(field: string): boolean {
  return !systemFields.has(field) || field === "name" || field === "federatedId" || field === "typePath";
}
