import type { EntityRows, RowsState } from "../entity-rows.ts";
import type { CardParts } from "../gallery/card-parts.ts";
import type { CardActions } from "../gallery/use-card-actions.ts";
import type { RowSelection } from "../use-row-selection.ts";
import type { BoardColumn } from "./board-columns.ts";
import type { CardPlace } from "./move-focus.ts";
import type { Drag } from "./use-board-drag.ts";
import type { BoardFocus } from "./use-board-focus.ts";
import type { BoardMoves } from "./use-board-moves.ts";

/** What the columns and cards of a board need. */
export interface BoardTools {
  readonly rows: EntityRows;
  /** The choice. */
  readonly field: string;
  readonly columns: readonly BoardColumn[];
  readonly marks: RowsState["marks"];
  readonly parts: CardParts;
  readonly selection: RowSelection;
  readonly actions: CardActions;
  readonly moves: BoardMoves;
  readonly drag: Drag | undefined;
  readonly focus: BoardFocus;
  /** The card whose menu is open. */
  readonly menuOf: string | undefined;
  readonly openMenu: (id: string | undefined) => void;
  readonly moveTo: (id: string, to: BoardColumn | undefined) => void;
  readonly select: (at: CardPlace, isRange: boolean) => void;
}
