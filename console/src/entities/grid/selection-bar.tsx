import { Button, CloseButton, Group, Paper, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { mayDoSome, useSession } from "../../session/session.ts";
import { pluralize } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { type EntityKind, wordOf } from "../entity-kind.ts";
import { DeleteSelected } from "./delete-selected.tsx";
import type { EntityRows } from "./entity-rows.ts";
import { exportRows, fileNameOf } from "./export-button.tsx";
import type { GridColumn } from "./grid-column.ts";
import type { RowSelection } from "./use-row-selection.ts";

interface SelectionBarProps {
  readonly kind: EntityKind;
  readonly rows: EntityRows;
  readonly columns: readonly GridColumn[];
  readonly selection: RowSelection;
}

/** More than a few side by side are not readable. */
const comparedMax = 8;

/** The actions for the selected rows. */
export function SelectionBar({ kind, rows, columns, selection }: SelectionBarProps) {
  const { who } = useSession();
  const [isDeleting, deleting] = useDisclosure(false);
  const selected = [...selection.ids].flatMap((id) => rows.rowOf(id) ?? []);
  const isComparable = selected.length > 1 && selected.length <= comparedMax;
  return (
    <Paper withBorder px="sm" py={6} role="region" aria-label="Selection">
      <Group gap="xs">
        <Text size="sm" fw={600} className="numbers">
          {pluralize(selected.length, wordOf(kind), wordOf(kind, 2))} selected
        </Text>
        {isComparable && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="compare" size={14} />}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/compare/$kind"
                params={{ kind: kind.path }}
                search={{ ids: selected.map(({ id }) => id) }}
              />
            )}
          >
            Compare
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="download" size={14} />}
          onClick={() => saveFile(exportRows(selected, columns), fileNameOf(kind))}
        >
          Export selected
        </Button>
        {mayDoSome(who, "delete", kind.name) && (
          <Button
            size="compact-sm"
            variant="default"
            c="var(--weft-bad)"
            leftSection={<Icon name="trash" size={14} />}
            onClick={deleting.open}
          >
            Delete
          </Button>
        )}
        <CloseButton size="sm" aria-label="Clear selection" onClick={selection.clear} ml="auto" />
      </Group>
      <DeleteSelected
        opened={isDeleting}
        onClose={deleting.close}
        kind={kind}
        entities={selected}
        onDeleted={(ids) => {
          rows.remove(ids);
          selection.clear();
        }}
      />
    </Paper>
  );
}
