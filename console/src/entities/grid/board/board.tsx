import { type KeyboardEvent, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { Icon } from "../../../ui/icon.tsx";
import type { EntityRows } from "../entity-rows.ts";
import type { CardParts } from "../gallery/card-parts.ts";
import type { CardActions } from "../gallery/use-card-actions.ts";
import type { GridListing } from "../grid-calls.ts";
import { useGridTools } from "../grid-tools.ts";
import type { GridEdits } from "../use-grid-edits.tsx";
import type { RowSelection } from "../use-row-selection.ts";
import classes from "./board.module.css";
import { type ColumnCards, placeCards } from "./board-cards.ts";
import { BoardColumnView } from "./board-column.tsx";
import { type BoardColumn, columnsOfGroups } from "./board-columns.ts";
import type { BoardTools } from "./board-tools.ts";
import { type CardPlace, moveFocus, moveOfKey } from "./move-focus.ts";
import type { BoardShape } from "./read-board.ts";
import { useBoardCounts } from "./use-board-counts.ts";
import { useBoardDrag, useDragScroll } from "./use-board-drag.ts";
import { useBoardFocus } from "./use-board-focus.ts";
import { type BoardNote, useBoardMoves } from "./use-board-moves.ts";

interface BoardProps {
  readonly rows: EntityRows;
  readonly board: BoardShape;
  readonly listing: GridListing;
  readonly parts: CardParts;
  readonly selection: RowSelection;
  readonly actions: CardActions;
  readonly edits: GridEdits;
  readonly isStale: boolean;
}

/** Entities as cards in the columns of a choice. A card that is moved gets the value of its column. */
export function Board({ rows, board, listing, parts, selection, actions, edits, isStale }: BoardProps) {
  const { kind } = useGridTools();
  const { column, options } = board;
  const { field, label } = column;
  const { marks } = useSyncExternalStore(rows.subscribe, rows.state);
  const columns = useMemo(() => columnsOfRows(rows, options), [rows, options]);
  const keys = useMemo(() => columns.map(({ key }) => key), [columns]);
  const cards = placeCards({ keys, lists: rows.lists, rowOf: rows.rowOf, field });
  const countOf = useBoardCounts({ rows, kind, listing, board, keys, isStale });
  const moves = useBoardMoves({ rows, column, selection, edits });
  const scroller = useRef<HTMLDivElement>(null);
  const focus = useBoardFocus(scroller, cards);
  const [menuOf, setMenuOf] = useState<string>();
  const moveTo = (id: string, to: BoardColumn | undefined) => {
    if (to !== undefined && moves.move(id, to)) focus.follow(id);
  };
  const drag = useBoardDrag({
    onStart: (id) => {
      const reason = moves.whyStuck(id);
      if (reason !== undefined) moves.report(`${moves.describe(id)} cannot be moved. ${reason}`, true);
      else moves.report("");
    },
    onDrop: (id, key) => moveTo(id, columns[keys.indexOf(key)]),
  });
  useDragScroll(scroller);
  const select = useSelect(cards, selection);
  const tools: BoardTools = {
    ...{ rows, field, columns, marks, parts, selection, actions, moves, drag, focus, menuOf, moveTo, select },
    openMenu: setMenuOf,
  };
  return (
    <div className={classes["frame"]}>
      <Note note={moves.note} />
      {/* biome-ignore lint/a11y/useSemanticElements: A fieldset is for the controls of a form. */}
      <div
        ref={scroller}
        role="group"
        aria-label={`Board by ${label}`}
        className={classes["board"]}
        data-stale={isStale || undefined}
        data-stuck={(drag !== undefined && moves.whyStuck(drag.id) !== undefined) || undefined}
        onKeyDown={(event) => onBoardKey(event, tools, cards)}
      >
        {columns.map((one, place) => (
          <BoardColumnView
            key={one.key}
            column={one}
            place={place}
            cards={cards[place] ?? noCards}
            count={countOf(one.key)}
            tools={tools}
          />
        ))}
      </div>
    </div>
  );
}

const noCards: ColumnCards = { ids: [], unread: 0 };

function columnsOfRows(rows: EntityRows, options: BoardShape["options"]): readonly BoardColumn[] {
  return columnsOfGroups(
    rows.source.sections.flatMap(({ group }) => group ?? []),
    options,
  );
}

/** What was moved is said; why something was not is also shown. */
function Note({ note }: { readonly note: BoardNote | undefined }) {
  const isShown = note?.isProblem === true;
  return (
    <div role="status" className={classes["note"]} data-shown={isShown || undefined}>
      {isShown && <Icon name="lock" size={16} />}
      {note?.text}
    </div>
  );
}

function onBoardKey(event: KeyboardEvent, tools: BoardTools, cards: readonly ColumnCards[]): void {
  const { target, key, ctrlKey, metaKey, altKey } = event;
  if (!(target instanceof HTMLElement) || target.dataset["card"] === undefined) return;
  const { active } = tools.focus;
  const id = cards[active.column]?.ids[active.place];
  const move = moveOfKey(event);
  if (move !== undefined) {
    event.preventDefault();
    if (id !== undefined) moveCard(move, id, tools);
    return;
  }
  if (ctrlKey || metaKey || altKey) return;
  const to = moveFocus(key, active, cards.map(sizeOf));
  const row = id === undefined ? undefined : tools.rows.rowOf(id);
  if (to === undefined) {
    tools.actions.onKey(event, row, () => tools.select(active, false));
    return;
  }
  event.preventDefault();
  tools.focus.focusCard(to);
  const next = cards[to.column]?.ids[to.place];
  tools.actions.follow(next === undefined ? undefined : tools.rows.rowOf(next));
}

function moveCard(move: "next" | "previous" | "menu", id: string, { focus, columns, openMenu, moveTo }: BoardTools) {
  if (move === "menu") openMenu(id);
  else moveTo(id, targetBeside(columns, focus.active.column, move === "next" ? 1 : -1));
}

function sizeOf({ ids, unread }: ColumnCards): number {
  return ids.length + unread;
}

/** The next column that takes cards. */
function targetBeside(columns: readonly BoardColumn[], from: number, step: 1 | -1): BoardColumn | undefined {
  const others = step === 1 ? columns.slice(from + 1) : columns.slice(0, from).toReversed();
  return others.find(({ isTarget }) => isTarget);
}

/** Selects a card, or with isRange all from the previous one of its column to this. */
function useSelect(cards: readonly ColumnCards[], selection: RowSelection) {
  const anchor = useRef<CardPlace>({ column: 0, place: 0 });
  return (at: CardPlace, isRange: boolean) => {
    const { ids } = cards[at.column] ?? noCards;
    const from = isRange && anchor.current.column === at.column ? anchor.current.place : at.place;
    selection.toggleIds(ids.slice(Math.min(from, at.place), Math.max(from, at.place) + 1));
    anchor.current = at;
  };
}
