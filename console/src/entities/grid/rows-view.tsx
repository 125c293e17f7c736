import { useSyncExternalStore } from "react";
import type { EntityKind } from "../entity-kind.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { EntityGrid } from "./entity-grid.tsx";
import type { EntityRows } from "./entity-rows.ts";
import type { GridListing } from "./grid-calls.ts";
import type { GridColumn } from "./grid-column.ts";
import { nextOrder } from "./grid-search.ts";
import { NoRows } from "./no-rows.tsx";
import { PasteDialog } from "./paste-dialog.tsx";
import { RowsFoot } from "./rows-foot.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { useCellWriter } from "./use-cell-writer.ts";
import { useGridSearch } from "./use-grid-search.ts";
import { usePaste } from "./use-paste.ts";
import { useRowSelection } from "./use-row-selection.ts";

interface RowsViewProps {
  readonly rows: EntityRows;
  readonly kind: EntityKind;
  readonly all: readonly GridColumn[];
  readonly columns: readonly GridColumn[];
  readonly listing: GridListing;
  readonly isStale: boolean;
}

/** The rows, with their toolbar and dialogs. */
export function RowsView({ rows, kind, all, columns, listing, isStale }: RowsViewProps) {
  const { search, change } = useGridSearch();
  const { total } = useSyncExternalStore(rows.subscribe, rows.state);
  const selection = useRowSelection(rows, listing);
  const writer = useCellWriter(rows, kind);
  const paste = usePaste(rows, columns, writer.write);
  if (total === 0) return <NoRows kind={kind} />;
  return (
    <>
      {selection.ids.size > 0 && <SelectionBar kind={kind} rows={rows} columns={columns} selection={selection} />}
      <EntityGrid
        label={kind.many}
        rows={rows}
        columns={columns}
        order={search.order}
        onOrder={(field) => change({ order: nextOrder(search.order, field) })}
        selection={selection}
        onWrite={(row, column, value) => writer.write(row.id, column, value)}
        onPaste={paste.begin}
        isStale={isStale}
      />
      <RowsFoot rows={rows} kind={kind} />
      <ConflictDialog conflict={writer.conflict} columns={all} onTheirs={writer.takeTheirs} onMine={writer.writeMine} />
      <PasteDialog paste={paste} kind={kind} rows={rows} />
    </>
  );
}
