import { EmptyState } from "../../../ui/empty-state.tsx";
import { SkeletonRows } from "../../../ui/loaded.tsx";
import { CardFrame, type LayoutViewProps } from "../layout-view.tsx";
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

function OpenBoard({ board, ...props }: LayoutViewProps & { readonly board: BoardShape }) {
  const { rows, listing, isStale } = props;
  return (
    <CardFrame {...props} keys={keys}>
      {(cards) => <Board {...cards} rows={rows} board={board} listing={listing} isStale={isStale} />}
    </CardFrame>
  );
}
