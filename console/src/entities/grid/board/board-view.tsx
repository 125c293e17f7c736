import { useMemo, useSyncExternalStore } from "react";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { SkeletonRows } from "../../../ui/loaded.tsx";
import { picturePropertiesOf } from "../../pictures/entity-picture.ts";
import { cardPartsOf } from "../gallery/card-parts.ts";
import { useCardActions } from "../gallery/use-card-actions.ts";
import { CardFrame, type LayoutViewProps } from "../layout-view.tsx";
import { NoRows } from "../no-rows.tsx";
import { useUndoKeys } from "../rows-view.tsx";
import { useGridEdits } from "../use-grid-edits.tsx";
import { useGridSearch } from "../use-grid-search.ts";
import { useRowSelection } from "../use-row-selection.ts";
import { Board } from "./board.tsx";
import type { BoardShape } from "./read-board.ts";

interface BoardViewProps extends LayoutViewProps {
  /** Undefined if there is no choice. */
  readonly board: BoardShape | undefined;
}

/** The entities as cards in columns, with the selection, the peek and the undo of the table. */
export function BoardView({ board, ...props }: BoardViewProps) {
  if (board === undefined) {
    return (
      <EmptyState icon="columns" title="No choice for a board">
        The columns of a board are the options of a choice, and this type has none. Add a property of the data type
        choice to it, or use another layout.
      </EmptyState>
    );
  }
  // The rows of another board, or of the table.
  if (props.rows.source.groupedBy !== board.column.field) return <SkeletonRows rows={12} />;
  return <OpenBoard {...props} board={board} />;
}

const keys = "Arrows move · M moves to… · Ctrl Shift ←→ moves the card · Enter opens · Space peeks · Ctrl Z undoes";

function OpenBoard(props: LayoutViewProps & { readonly board: BoardShape }) {
  const { rows, kind, types, all, columnSet, listing, isStale, board } = props;
  const { search } = useGridSearch();
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
  return (
    <CardFrame {...props} edits={edits} selection={selection} keys={keys}>
      <Board {...{ rows, board, listing, parts, selection, actions, edits, isStale }} />
    </CardFrame>
  );
}
