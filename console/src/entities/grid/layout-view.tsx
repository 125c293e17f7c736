import type { EntityType } from "@weft/client";
import { lazy, type ReactNode, Suspense, useMemo, useSyncExternalStore } from "react";
import { pluralize } from "../../ui/format.ts";
import { SkeletonRows } from "../../ui/loaded.tsx";
import type { EntityKind } from "../entity-kind.ts";
import { picturePropertiesOf } from "../pictures/entity-picture.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import type { EntityRows } from "./entity-rows.ts";
import { cardPartsOf } from "./gallery/card-parts.ts";
import { Gallery } from "./gallery/gallery.tsx";
import { useCardActions } from "./gallery/use-card-actions.ts";
import type { GridListing } from "./grid-calls.ts";
import type { GridColumn } from "./grid-column.ts";
import classes from "./grid-page.module.css";
import { NoRows } from "./no-rows.tsx";
import { PeekPanel } from "./peek-panel.tsx";
import { MoveButtons, nounsOf, useUndoKeys } from "./rows-view.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import type { ColumnSet } from "./use-column-set.ts";
import { type GridEdits, useGridEdits } from "./use-grid-edits.tsx";
import { useGridSearch, useRowsShape } from "./use-grid-search.ts";
import { useRowSelection } from "./use-row-selection.ts";

/** Brings the controls of the forms along. */
const BulkEditDialog = lazy(async () => ({ default: (await import("./bulk-edit-dialog.tsx")).BulkEditDialog }));

export interface LayoutViewProps {
  readonly rows: EntityRows;
  readonly kind: EntityKind;
  readonly types: readonly EntityType[];
  readonly all: readonly GridColumn[];
  readonly columnSet: ColumnSet;
  readonly listing: GridListing;
  readonly isStale: boolean;
  readonly isBulkEditing: boolean;
  readonly onBulkEdit: (isOpen: boolean) => void;
}

/** The entities as cards, with the selection, the peek and the undo of the table. */
export function GalleryView(props: LayoutViewProps) {
  const { rows, kind, isStale } = props;
  return (
    <CardFrame {...props} keys={keys}>
      {({ parts, selection, actions }) => (
        <Gallery
          label={kind.many}
          rows={rows}
          parts={parts}
          selection={selection}
          actions={actions}
          isStale={isStale}
        />
      )}
    </CardFrame>
  );
}

const keys = "Arrows move · Enter opens · Space peeks · Shift Space selects · Ctrl Z undoes";

interface Cards {
  readonly parts: ReturnType<typeof cardPartsOf>;
  readonly selection: ReturnType<typeof useRowSelection>;
  readonly actions: ReturnType<typeof useCardActions>;
  readonly edits: GridEdits;
}

interface CardFrameProps extends LayoutViewProps {
  /** What the keyboard does. */
  readonly keys: string;
  readonly children: (cards: Cards) => ReactNode;
}

/** The selection above, the peek beside, and the dialogs of edits. */
export function CardFrame({ children, keys, ...props }: CardFrameProps) {
  const { rows, kind, types, all, columnSet, listing, isBulkEditing, onBulkEdit } = props;
  const { search, change } = useGridSearch();
  const { isNested } = useRowsShape(kind, search);
  const { total } = useSyncExternalStore(rows.subscribe, rows.state);
  const selection = useRowSelection(rows, listing);
  const edits = useGridEdits(rows, kind, all);
  useUndoKeys(edits);
  const typePath = search.type ?? kind.name;
  const parts = useMemo(
    () => cardPartsOf({ types, typePath, all, visible: columnSet.columns }),
    [types, typePath, all, columnSet.columns],
  );
  const actions = useCardActions({
    all,
    pictures: useMemo(() => picturePropertiesOf(types), [types]),
    onWrite: (row, column, value) => edits.writeCell(row.id, column, value),
  });
  if (total === 0) return <NoRows kind={kind} />;
  const close = () => {
    const peeked = document.querySelector<HTMLElement>("[data-card][data-peeked]");
    change({ peek: undefined });
    (peeked ?? document.querySelector<HTMLElement>('[data-card][tabindex="0"]'))?.focus({ preventScroll: true });
  };
  return (
    <>
      {selection.ids.size > 0 && (
        <SelectionBar
          kind={kind}
          rows={rows}
          columns={columnSet.columns}
          selection={selection}
          onEdit={() => onBulkEdit(true)}
        />
      )}
      <div className={classes["body"]}>
        <div className={classes["fill"]}>
          {children({ parts, selection, actions, edits })}
          <div className={classes["foot"]}>
            <span className="numbers" role="status">
              {pluralize(total, ...nounsOf(kind, isNested || listing.criteria?.["role"] === "family"))}
            </span>
            <MoveButtons edits={edits} />
            <span className={classes["keys"]}>{keys}</span>
          </div>
        </div>
        {search.peek !== undefined && (
          <PeekPanel id={search.peek} kind={kind} rows={rows} columns={all} onClose={close} />
        )}
      </div>
      <ConflictDialog conflict={edits.conflict} columns={all} onTheirs={edits.takeTheirs} onMine={edits.writeMine} />
      <EditDialog edits={edits} />
      {isBulkEditing && (
        <Suspense fallback={<SkeletonRows rows={1} />}>
          <BulkEditDialog
            kind={kind}
            rows={rows}
            listing={listing}
            columns={all}
            selected={selection.ids}
            edits={edits}
            onClose={() => onBulkEdit(false)}
          />
        </Suspense>
      )}
    </>
  );
}
