import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { mayDo, mayDoSome, useSession } from "../../session/session.ts";
import { describeError } from "../../ui/describe-error.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatNumber, pluralize } from "../../ui/format.ts";
import { type EntityKind, wordOf } from "../entity-kind.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { EntityGrid } from "./entity-grid.tsx";
import type { EntityRows } from "./entity-rows.ts";
import type { GridListing } from "./grid-calls.ts";
import type { GridColumn } from "./grid-column.ts";
import classes from "./grid-page.module.css";
import { PasteDialog } from "./paste-dialog.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { useCellWriter } from "./use-cell-writer.ts";
import type { ColumnSet } from "./use-column-set.ts";
import { useGridSearch } from "./use-grid-search.ts";
import { usePaste } from "./use-paste.ts";
import { useRowSelection } from "./use-row-selection.ts";

interface RowsViewProps {
  readonly rows: EntityRows;
  readonly kind: EntityKind;
  readonly all: readonly GridColumn[];
  readonly columnSet: ColumnSet;
  readonly onFilter: (field: string) => void;
  readonly listing: GridListing;
  readonly isStale: boolean;
}

/** The rows, with their toolbar and dialogs. */
export function RowsView({ rows, kind, all, columnSet, onFilter, listing, isStale }: RowsViewProps) {
  const { columns } = columnSet;
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
        columnSet={columnSet}
        order={search.order}
        onOrder={(order) => change({ order })}
        onFilter={onFilter}
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

/** No entities yet, or none that match: the first offers to create some, the second to clear filters. */
function NoRows({ kind }: { readonly kind: EntityKind }) {
  const { who } = useSession();
  const { search, change } = useGridSearch();
  const word = wordOf(kind, 2);
  if (search.q !== undefined || search.filters !== undefined) {
    return (
      <EmptyState
        icon="search"
        title="No matches"
        action={
          <Button variant="default" onClick={() => change({ q: undefined, filters: undefined })}>
            Clear search and filters
          </Button>
        }
      >
        No {word} match your search and filters. Clear a filter, or try a different search.
      </EmptyState>
    );
  }
  const mayCreate = mayDoSome(who, "create", kind.name);
  return (
    <EmptyState
      icon="entities"
      title={`No ${search.type === undefined ? word : `${word} of this type`} yet`}
      action={mayCreate && <FirstOnes kind={kind} typePath={search.type} />}
    >
      {mayCreate
        ? "Load them from a CSV file, send them through the API, or create one here."
        : "They appear here as soon as there are some that your role may read."}
    </EmptyState>
  );
}

function FirstOnes({ kind, typePath }: { readonly kind: EntityKind; readonly typePath: string | undefined }) {
  const { who } = useSession();
  return (
    <Group gap="xs" justify="center">
      {mayDo(who, "create", "loader-process") && (
        <Button renderRoot={(props) => <Link {...props} to="/loads/new" />}>Load a CSV</Button>
      )}
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link {...props} to="/entities/$kind/$id" params={{ kind: kind.path, id: "new" }} search={{ typePath }} />
        )}
      >
        New {wordOf(kind)}
      </Button>
    </Group>
  );
}

/** The total, the number loaded, and the keyboard shortcuts. */
function RowsFoot({ rows, kind }: { readonly rows: EntityRows; readonly kind: EntityKind }) {
  const { total, rows: read, error } = useSyncExternalStore(rows.subscribe, rows.state);
  return (
    <div className={classes["foot"]}>
      <span className="numbers" role="status">
        {pluralize(total, wordOf(kind), wordOf(kind, 2))}
        {read.length < total && `, ${formatNumber(read.length)} loaded`}
      </span>
      {error === undefined ? (
        <span className={classes["keys"]}>
          Arrows move · Enter edits · Space selects · Ctrl C and Ctrl V copy and paste
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
