import { ActionIcon, Button, Group } from "@mantine/core";
import type { EntityType } from "@weft/client";
import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { mayDoSome, useSession } from "../../session/session.ts";
import { describeError } from "../../ui/describe-error.ts";
import { formatNumber, pluralize } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { type EntityKind, wordOf } from "../entity-kind.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { EntityGrid } from "./entity-grid.tsx";
import type { EntityRows } from "./entity-rows.ts";
import type { GridListing } from "./grid-calls.ts";
import type { GridColumn } from "./grid-column.ts";
import { isInText } from "./grid-handlers.ts";
import classes from "./grid-page.module.css";
import { useColumnMetrics } from "./groups/group-metrics.ts";
import { type Grouping, isGroupable } from "./groups/grouping.ts";
import { GroupsFoot } from "./groups/groups-foot.tsx";
import { useListFigures } from "./groups/use-groups.ts";
import { NoRows } from "./no-rows.tsx";
import { PeekPanel } from "./peek-panel.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import type { ColumnSet } from "./use-column-set.ts";
import { useGap } from "./use-gaps.ts";
import type { GridActions } from "./use-grid-cell.tsx";
import { type GridEdits, useGridEdits } from "./use-grid-edits.tsx";
import { isNestedList, useGridSearch } from "./use-grid-search.ts";
import { useRangeEdits } from "./use-range-edits.ts";
import { type RowSelection, useRowSelection } from "./use-row-selection.ts";

/** Brings the controls of the forms along. */
const BulkEditDialog = lazy(async () => ({ default: (await import("./bulk-edit-dialog.tsx")).BulkEditDialog }));

export interface RowsViewProps {
  readonly rows: EntityRows;
  readonly kind: EntityKind;
  readonly types: readonly EntityType[];
  readonly all: readonly GridColumn[];
  /** undefined for a list without groups. */
  readonly grouping: Grouping | undefined;
  /** Groups by a column. */
  readonly onGroup: (column: GridColumn) => void;
  readonly columnSet: ColumnSet;
  readonly onFilter: (field: string) => void;
  readonly listing: GridListing;
  readonly isStale: boolean;
  /** Whether one column of many rows is being edited. */
  readonly isBulkEditing: boolean;
  readonly onBulkEdit: (isOpen: boolean) => void;
}

/** The rows, with their toolbar and dialogs. */
export function RowsView(props: RowsViewProps) {
  const { rows, kind, all, columnSet, listing, isBulkEditing, onBulkEdit } = props;
  const { columns } = columnSet;
  const { search, change } = useGridSearch();
  const bulkEdit = useBulkEdit(kind, onBulkEdit);
  const { total } = useSyncExternalStore(rows.subscribe, rows.state);
  const selection = useRowSelection(rows, listing);
  const edits = useGridEdits(rows, kind, all);
  const gaps = useGap(rows, all, columnSet);
  useUndoKeys(edits);
  if (total === 0) return <NoRows kind={kind} />;
  return (
    <>
      {selection.ids.size > 0 && (
        <SelectionBar kind={kind} rows={rows} columns={columns} selection={selection} onEdit={() => onBulkEdit(true)} />
      )}
      <div className={classes["body"]}>
        <div className={classes["fill"]}>
          <RowsGrid {...props} onEdit={bulkEdit.open} selection={selection} edits={edits} {...gaps} />
        </div>
        {search.peek !== undefined && (
          <PeekPanel
            id={search.peek}
            kind={kind}
            rows={rows}
            columns={all}
            onFill={gaps.onGap}
            onClose={() => closePeek(change)}
          />
        )}
      </div>
      <ConflictDialog conflict={edits.conflict} columns={all} onTheirs={edits.takeTheirs} onMine={edits.writeMine} />
      <EditDialog edits={edits} />
      {isBulkEditing && (
        <Suspense>
          <BulkEditDialog
            {...{ kind, rows, listing, edits }}
            columns={all}
            field={bulkEdit.field}
            selected={selection.ids}
            onClose={bulkEdit.close}
          />
        </Suspense>
      )}
    </>
  );
}

interface RowsGridProps extends RowsViewProps, Pick<GridActions, "gap" | "onGap"> {
  readonly selection: RowSelection;
  readonly edits: GridEdits;
  readonly onEdit: ((field: string) => void) | undefined;
}

/** The table, with or without groups, and the line below it. */
function RowsGrid({ kind, types, grouping, listing, edits, ...props }: RowsGridProps) {
  const { rows, columnSet } = props;
  const { columns } = columnSet;
  const { search, change } = useGridSearch();
  const isNested = isNestedList(kind, search);
  const typePath = search.type ?? kind.name;
  const isGrouped = grouping !== undefined;
  const metrics = useColumnMetrics(columns, types, typePath);
  const figures = useListFigures({ kind, listing, grouping, metrics, isNested });
  return (
    <EntityGrid
      {...props}
      label={kind.many}
      isTree={isNested || isGrouped}
      isGrouped={isGrouped}
      figures={figures}
      isGroupable={(column) => isGroupable(column, types, typePath)}
      order={search.order}
      onOrder={(order) => change({ order })}
      onWrite={(row, column, value) => edits.writeCell(row.id, column, value)}
      rangeEdits={useRangeEdits(rows, columns, edits)}
      peek={search.peek}
      onPeek={(peek) => change({ peek })}
      foot={(range) => (
        <RowsFoot rows={rows} nouns={nounsOf(kind, isNested)} range={range} edits={edits}>
          {isGrouped && <GroupsFoot kind={kind} columns={columns} figures={figures} />}
        </RowsFoot>
      )}
    />
  );
}

/** The column that is edited in many rows, if it was chosen by its heading. */
function useBulkEdit(kind: EntityKind, onBulkEdit: (isOpen: boolean) => void) {
  const { who } = useSession();
  const [field, setField] = useState<string>();
  const set = (next: string | undefined) => {
    setField(next);
    onBulkEdit(next !== undefined);
  };
  return { field, open: mayDoSome(who, "update", kind.name) ? set : undefined, close: () => set(undefined) };
}

/** What the rows are, in the singular and plural. */
export function nounsOf(kind: EntityKind, isNested: boolean): readonly [string, string] {
  return isNested ? ["style", "styles"] : [wordOf(kind), wordOf(kind, 2)];
}

function closePeek(change: ReturnType<typeof useGridSearch>["change"]): void {
  change({ peek: undefined });
  document.querySelector<HTMLElement>('[role$="grid"] [data-place][tabindex="0"]')?.focus({ preventScroll: true });
}

/** Ctrl Z, Ctrl Shift Z and Ctrl Y, wherever the focus is, except in a text or a dialog. */
export function useUndoKeys({ undo, redo }: GridEdits): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, shiftKey } = event;
      const isElsewhere = isInText(target) || (target instanceof Element && target.closest("[role=dialog]") !== null);
      const act = actOfKey(key.toLowerCase(), shiftKey);
      if (!(ctrlKey || metaKey) || isElsewhere || act === undefined) return;
      event.preventDefault();
      if (act === "undo") undo();
      else redo();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [undo, redo]);
}

function actOfKey(key: string, isShifted: boolean): "undo" | "redo" | undefined {
  if (key === "z") return isShifted ? "redo" : "undo";
  return key === "y" ? "redo" : undefined;
}

interface RowsFootProps {
  readonly rows: EntityRows;
  /** What the rows are, in the singular and plural. */
  readonly nouns: readonly [string, string];
  /** The size of the range. */
  readonly range: string;
  readonly edits: GridEdits;
  /** What is counted instead, in a list with groups. */
  readonly children: ReactNode;
}

/** The total, the number loaded, the range, undo and redo, and the keyboard shortcuts. */
function RowsFoot({ rows, nouns, range, edits, children }: RowsFootProps) {
  const { total, readCount, error } = useSyncExternalStore(rows.subscribe, rows.state);
  return (
    <div className={classes["foot"]}>
      <span className="numbers" role="status">
        {children !== false ? children : pluralize(total, ...nouns)}
        {children === false && readCount < total && `, ${formatNumber(readCount)} loaded`}
      </span>
      <span className="numbers" role="status" aria-label="Range">
        {range}
      </span>
      <MoveButtons edits={edits} />
      {error === undefined ? (
        <span className={classes["keys"]}>
          Enter edits · Space peeks · Shift and arrows select · Ctrl C, V, D copy, paste, fill · Ctrl Z undoes
        </span>
      ) : (
        <span>
          The next rows could not be loaded: {describeError(error).detail}{" "}
          <Button size="compact-xs" variant="default" onClick={() => rows.retry()}>
            Try again
          </Button>
        </span>
      )}
    </div>
  );
}

export function MoveButtons({ edits }: { readonly edits: GridEdits }) {
  return (
    <Group gap={4} wrap="nowrap" ml="auto">
      <MoveButton icon="undo" label="Undo" what={edits.canUndo} onClick={edits.undo} />
      <MoveButton icon="redo" label="Redo" what={edits.canRedo} onClick={edits.redo} />
    </Group>
  );
}

interface MoveButtonProps {
  readonly icon: "undo" | "redo";
  readonly label: string;
  /** The last edit; undefined if there is none. */
  readonly what: string | undefined;
  readonly onClick: () => void;
}

function MoveButton({ icon, label, what, onClick }: MoveButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      size="sm"
      aria-label={label}
      title={what === undefined ? label : `${label}: ${what}`}
      disabled={what === undefined}
      onClick={onClick}
    >
      <Icon name={icon} size={16} />
    </ActionIcon>
  );
}
