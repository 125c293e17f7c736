// biome-ignore-all lint/a11y/useSemanticElements: Cards are not the cells of a table, and have another layout.
import { ActionIcon, Menu } from "@mantine/core";
import { useRef } from "react";
import { Icon } from "../../../ui/icon.tsx";
import { OptionPill } from "../../../ui/option-pill.tsx";
import { type AnyEntity, fullTitleOf } from "../../any-entity.ts";
import { EntityCard } from "../gallery/entity-card.tsx";
import classes from "./board.module.css";
import { type BoardColumn, keyOf } from "./board-columns.ts";
import type { BoardTools } from "./board-tools.ts";
import type { CardPlace } from "./move-focus.ts";
import { useCardDrag } from "./use-board-drag.ts";
import { nameOf } from "./use-board-focus.ts";

interface BoardCardProps {
  /** Undefined while the card is not loaded. */
  readonly id: string | undefined;
  readonly at: CardPlace;
  readonly top: number;
  /** Whether Tab reaches it. */
  readonly isStop: boolean;
  readonly tools: BoardTools;
}

export const cardHeight = 118;
const pictureWidth = 84;

export function BoardCard({ id, at, top, isStop, tools }: BoardCardProps) {
  const row = id === undefined ? undefined : tools.rows.rowOf(id);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: Its cell takes the focus.
    <div role="row" aria-rowindex={at.place + 1} className={classes["row"]} style={{ top, height: cardHeight }}>
      {row === undefined ? (
        <div
          role="gridcell"
          aria-label="Loading"
          data-card={nameOf(at)}
          className={classes["bone"]}
          tabIndex={isStop ? 0 : -1}
          onFocus={() => tools.focus.onActive(at)}
        />
      ) : (
        <LoadedCard row={row} at={at} isStop={isStop} tools={tools} />
      )}
    </div>
  );
}

interface LoadedCardProps extends Omit<BoardCardProps, "id" | "top"> {
  readonly row: AnyEntity;
}

function LoadedCard({ row, at, isStop, tools }: LoadedCardProps) {
  const { selection, actions, focus, moves, marks, field, drag, parts } = tools;
  const card = useRef<HTMLDivElement>(null);
  const count = moves.countOf(row.id);
  useCardDrag(card, {
    id: row.id,
    labelOf: () => (count > 1 ? moves.describe(row.id) : undefined),
    className: classes["preview"] ?? "",
  });
  const isSelected = selection.ids.has(row.id);
  const mark = marks.get(row.id);
  const error = mark?.errors.get(field);
  const isDragged = drag !== undefined && (drag.id === row.id || (isSelected && selection.ids.has(drag.id)));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: The board handles the keys of its cards.
    <div
      ref={card}
      role="gridcell"
      aria-colindex={1}
      aria-selected={isSelected}
      aria-busy={mark?.pending.has(field) || undefined}
      data-card={nameOf(at)}
      data-selected={isSelected || undefined}
      data-peeked={row.id === actions.peek || undefined}
      data-dragged={isDragged || undefined}
      data-refused={error !== undefined || undefined}
      className={classes["card"]}
      tabIndex={isStop ? 0 : -1}
      onFocus={() => focus.onActive(at)}
      onClick={(event) => actions.onClick(event, row)}
    >
      <input
        type="checkbox"
        className={classes["check"]}
        aria-label={`Select ${fullTitleOf(row)}`}
        checked={isSelected}
        readOnly
        tabIndex={isStop ? 0 : -1}
        onClick={(event) => tools.select(at, event.shiftKey)}
      />
      <EntityCard
        row={row}
        parts={parts}
        width={pictureWidth}
        height={cardHeight - 2}
        onPicture={undefined}
        isReachable={isStop}
        without={field}
      >
        {error !== undefined && (
          <span className={classes["error"]} title={error}>
            {error}
          </span>
        )}
      </EntityCard>
      <MoveMenu row={row} at={at} isStop={isStop} tools={tools} />
    </div>
  );
}

/** Moves the card without a pointer. */
function MoveMenu({ row, at, isStop, tools }: LoadedCardProps) {
  const { columns, moves, menuOf, openMenu, moveTo, field, focus } = tools;
  const now = keyOf(row[field]);
  const reason = moves.whyStuck(row.id);
  const isOff = ({ key, isTarget }: BoardColumn) =>
    reason !== undefined || !isTarget || (key === now && moves.countOf(row.id) === 1);
  const first = columns.find((column) => !isOff(column));
  const close = () => {
    openMenu(undefined);
    focus.focusCard(at);
  };
  return (
    <Menu
      position="bottom-end"
      width={240}
      opened={menuOf === row.id}
      onChange={(opened) => (opened ? openMenu(row.id) : close())}
    >
      <Menu.Target>
        <ActionIcon
          className={classes["more"] ?? ""}
          variant="default"
          size={24}
          aria-label={`Move ${fullTitleOf(row)} to…`}
          title="Move to… (M)"
          tabIndex={isStop ? 0 : -1}
          data-still
        >
          <Icon name="more" size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah="60dvh" className={classes["menu"] ?? ""} data-still>
        <Menu.Label>{reason === undefined ? `Move ${moves.describe(row.id)} to` : `Not movable. ${reason}`}</Menu.Label>
        {columns.map((column) => (
          <Menu.Item
            key={column.key}
            disabled={isOff(column)}
            data-autofocus={column === first || undefined}
            rightSection={column.key === now ? <Icon name="check" size={16} /> : null}
            onClick={() => moveTo(row.id, column)}
          >
            <OptionPill label={column.label} place={column.place} color={column.color} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
