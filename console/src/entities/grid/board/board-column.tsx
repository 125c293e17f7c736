// biome-ignore-all lint/a11y/useSemanticElements: Cards are not the cells of a table, and have another layout.
import { Button, UnstyledButton } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef, useState } from "react";
import { describeError } from "../../../ui/describe-error.ts";
import { formatNumber, pluralize } from "../../../ui/format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { OptionPill } from "../../../ui/option-pill.tsx";
import { wordOf } from "../../entity-kind.ts";
import { useFactNames } from "../gallery/use-fact-names.ts";
import { useGridTools } from "../grid-tools.ts";
import classes from "./board.module.css";
import { BoardCard, cardHeight } from "./board-card.tsx";
import type { ColumnCards } from "./board-cards.ts";
import type { BoardColumn } from "./board-columns.ts";
import type { BoardTools } from "./board-tools.ts";
import { useColumnDrop, useDragScroll } from "./use-board-drag.ts";

interface BoardColumnProps {
  readonly column: BoardColumn;
  /** Among the columns. */
  readonly place: number;
  readonly cards: ColumnCards;
  readonly count: number;
  readonly tools: BoardTools;
}

/** A column with its cards. Without cards it is narrow until it is opened. */
export function BoardColumnView({ column, place, cards, count, tools }: BoardColumnProps) {
  const { kind } = useGridTools();
  const { moves, drag, rows, field } = tools;
  const [isOpened, setOpened] = useState(false);
  const isEmpty = cards.ids.length + cards.unread === 0;
  const isNarrow = isEmpty && !isOpened;
  const section = useRef<HTMLElement>(null);
  useColumnDrop(section, {
    key: column.key,
    mayDrop: (id, key) => column.isTarget && moves.whyStuck(id) === undefined && hasAnother(tools, id, key),
  });
  const size = pluralize(count, wordOf(kind), wordOf(kind, 2));
  const isHome = drag !== undefined && String(rows.rowOf(drag.id)?.[field] ?? "") === column.key;
  return (
    <section
      ref={section}
      aria-label={`${column.label}, ${size}`}
      className={classes["column"]}
      data-narrow={isNarrow || undefined}
      data-over={drag?.over === column.key || undefined}
      data-home={isHome || undefined}
    >
      <header className={classes["head"]}>
        <h2 className={classes["title"]}>
          <OptionPill label={column.label} place={column.place} color={column.color} />
        </h2>
        <span className={classes["count"]}>{formatNumber(count)}</span>
        {isEmpty && (
          <UnstyledButton
            className={classes["fold"] ?? ""}
            aria-expanded={!isNarrow}
            aria-label={isNarrow ? `Expand ${column.label}` : `Collapse ${column.label}`}
            title={isNarrow ? "Expand" : "Collapse"}
            onClick={() => setOpened(isNarrow)}
          >
            <Icon name={isNarrow ? "right" : "left"} size={16} />
          </UnstyledButton>
        )}
      </header>
      {isEmpty ? (
        !isNarrow && <p className={classes["empty"]}>No {wordOf(kind, 2)}</p>
      ) : (
        <CardList column={column} place={place} cards={cards} label={`${column.label}, ${size}`} tools={tools} />
      )}
    </section>
  );
}

/** Whether one of the dragged cards is in another column. */
function hasAnother({ moves, rows, field }: BoardTools, id: string, key: string): boolean {
  return moves.countOf(id) > 1 || String(rows.rowOf(id)?.[field] ?? "") !== key;
}

interface CardListProps extends Omit<BoardColumnProps, "count"> {
  readonly label: string;
}

const gap = 8;
const cardsAhead = 8;

function CardList({ place, cards, label, tools }: CardListProps) {
  const { rows, focus, parts } = tools;
  const { ids, unread } = cards;
  const total = ids.length + unread;
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => cardHeight + gap,
    getItemKey: (index) => ids[index] ?? index,
    overscan: 3,
  });
  useEffect(() => focus.setScroller(place, (to) => lines.scrollToIndex(to)));
  useDragScroll(scroller);
  const shown = lines.getVirtualItems();
  const first = shown[0]?.index ?? 0;
  const last = shown.at(-1)?.index ?? 0;
  const { error, retry } = useColumnPages(tools, place, ids.length < last + cardsAhead);
  const inSight = ids.slice(first, last + 1).join();
  const seen = useMemo(
    () => (inSight === "" ? [] : inSight.split(",").flatMap((id) => rows.rowOf(id) ?? [])),
    [rows, inSight],
  );
  useFactNames(seen, parts);
  const active = focus.active.column === place ? focus.active.place : 0;
  // One card of each column can be reached by Tab.
  const stop = active >= first && active <= last ? active : first;
  return (
    <div ref={scroller} className={classes["scroller"]}>
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={total}
        aria-colcount={1}
        aria-multiselectable="true"
        className={classes["list"]}
        style={{ height: lines.getTotalSize() }}
      >
        {shown.map(({ index, key, start }) => (
          <BoardCard
            key={key}
            id={ids[index]}
            at={{ column: place, place: index }}
            top={start}
            isStop={index === stop}
            tools={tools}
          />
        ))}
      </div>
      {error !== undefined && (
        <p className={classes["empty"]}>
          The next cards could not be loaded: {describeError(error).detail}{" "}
          <Button size="compact-xs" variant="default" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
    </div>
  );
}

/** Reads the next page of a column while cards are missing. */
function useColumnPages({ rows }: BoardTools, place: number, isMissing: boolean) {
  const list = rows.lists[place];
  const [error, setError] = useState<unknown>();
  const [round, setRound] = useState(0);
  const isReading = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Each page that has arrived may need another.
  useEffect(() => {
    if (list === undefined || !isMissing || list.isComplete || isReading.current || error !== undefined) return;
    isReading.current = true;
    rows
      .readList(list, list.readCount + 1)
      .catch(setError)
      .finally(() => {
        isReading.current = false;
        setRound((before) => before + 1);
      });
  }, [rows, list, isMissing, error, round]);
  return { error, retry: () => setError(undefined) };
}
