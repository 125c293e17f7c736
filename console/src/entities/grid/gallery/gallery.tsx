// biome-ignore-all lint/a11y/useSemanticElements: Cards are not the cells of a table, and have another layout.
import { useElementSize, useMergedRef } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { type AnyEntity, fullTitleOf } from "../../any-entity.ts";
import type { EntityRows } from "../entity-rows.ts";
import { useGridTools } from "../grid-tools.ts";
import { OptionDots } from "../option-dots.tsx";
import type { RowSelection } from "../use-row-selection.ts";
import { optionsAt } from "../use-wanted-names.ts";
import type { CardParts } from "./card-parts.ts";
import { EntityCard } from "./entity-card.tsx";
import classes from "./gallery.module.css";
import { cardsThatFit, moveCard } from "./move-card.ts";
import type { CardActions } from "./use-card-actions.ts";
import { useFactNames } from "./use-fact-names.ts";

interface GalleryProps {
  readonly label: string;
  readonly rows: EntityRows;
  readonly parts: CardParts;
  readonly selection: RowSelection;
  readonly actions: CardActions;
  readonly isStale: boolean;
}

const gap = 12;
/** The name, two lines of facts and the dots. */
const textHeight = 110;
const rowsAhead = 4;

/** Entities as cards with large pictures. Only the visible ones are in the page. */
export function Gallery({ label, rows, parts, selection, actions, isStale }: GalleryProps) {
  const state = useSyncExternalStore(rows.subscribe, rows.state);
  const { rows: read, total } = state;
  const { scroller, measured, perRow, cardWidth, cards } = useCards(rows, total, parts.ratio);
  const { active, setActive, focusCard } = useActiveCard(scroller, perRow, cards);
  const shown = cards.getVirtualItems();
  const first = (shown[0]?.index ?? 0) * perRow;
  const last = ((shown.at(-1)?.index ?? 0) + 1) * perRow;
  useEffect(() => rows.want(last + rowsAhead * perRow), [rows, last, perRow]);
  const inSight = useMemo(() => state.rows.slice(first, last), [state, first, last]);
  useFactNames(inSight, parts);
  useOptionColors(rows, inSight, first);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isCard(event.target)) return;
    const perPage = perRow * Math.max(1, shown.length - 2);
    const to = moveCard(event.key, active, { perRow, perPage, count: total });
    if (to === undefined) {
      actions.onKey(event, read[active], () => selection.toggle(active, false));
      return;
    }
    event.preventDefault();
    focusCard(to);
    actions.follow(read[to]);
  };
  const common = { rows, parts, selection, actions, cardWidth, onActive: setActive };
  return (
    <div
      ref={useMergedRef(scroller, measured)}
      className={classes["scroller"]}
      data-stale={isStale || undefined}
      onScroll={(event) => {
        rows.scrollTop = event.currentTarget.scrollTop;
      }}
    >
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={Math.ceil(total / perRow)}
        aria-colcount={perRow}
        aria-multiselectable="true"
        aria-busy={isStale}
        className={classes["grid"]}
        style={{ height: cards.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {shown.map(({ index, start, size }) => (
          <CardRow key={index} index={index} top={start}>
            {Array.from({ length: Math.min(perRow, total - index * perRow) }, (_, column) => {
              const place = index * perRow + column;
              const row = read[place];
              const frame = { place, column, height: size - gap, isActive: place === active };
              return <GalleryCell key={row?.id ?? place} {...common} {...frame} row={row} />;
            })}
          </CardRow>
        ))}
      </div>
    </div>
  );
}

interface CardRowProps {
  readonly index: number;
  readonly top: number;
  readonly children: ReactNode;
}

function CardRow({ index, top, children }: CardRowProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: Its cells take the focus.
    <div role="row" aria-rowindex={index + 1} className={classes["row"]} style={{ top }}>
      {children}
    </div>
  );
}

interface GalleryCellProps extends Pick<GalleryProps, "rows" | "parts" | "selection" | "actions"> {
  readonly row: AnyEntity | undefined;
  readonly place: number;
  readonly column: number;
  readonly cardWidth: number;
  readonly height: number;
  readonly isActive: boolean;
  readonly onActive: (place: number) => void;
}

function GalleryCell({ row, place, column, cardWidth, height, isActive, ...card }: GalleryCellProps) {
  const { rows, parts, selection, actions, onActive } = card;
  const isSelected = row !== undefined && selection.ids.has(row.id);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: The grid handles the keys of its cards.
    <div
      role="gridcell"
      aria-colindex={column + 1}
      aria-selected={isSelected}
      data-card={place}
      data-selected={isSelected || undefined}
      data-peeked={(row !== undefined && row.id === actions.peek) || undefined}
      className={classes["card"]}
      style={{ width: cardWidth, height }}
      tabIndex={isActive ? 0 : -1}
      onFocus={() => onActive(place)}
      onClick={(event) => actions.onClick(event, row)}
    >
      {row === undefined ? (
        <div className={classes["bone"]} />
      ) : (
        <>
          <input
            type="checkbox"
            className={classes["check"]}
            aria-label={`Select ${fullTitleOf(row)}`}
            checked={isSelected}
            readOnly
            tabIndex={isActive ? 0 : -1}
            onClick={(event) => selection.toggle(place, event.shiftKey)}
          />
          <EntityCard
            row={row}
            parts={parts}
            width={cardWidth - 2}
            height={height - textHeight}
            options={<Options rows={rows} place={place} />}
            onPicture={actions.onPictureOf(row)}
            isReachable={isActive}
          />
        </>
      )}
    </div>
  );
}

/** The colors of the options of a style; nothing for anything else. */
function Options({ rows, place }: { readonly rows: EntityRows; readonly place: number }) {
  const line = rows.lineAt(place);
  const family = line?.kind === "row" ? line.family : undefined;
  return family === undefined || family.optionCount === 0 ? null : <OptionDots family={family} rowOf={rows.rowOf} />;
}

function isCard(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.dataset["card"] !== undefined;
}

/** The rows of cards, and how many cards fit into one. */
function useCards(rows: EntityRows, total: number, ratio: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: measured, width } = useElementSize<HTMLDivElement>();
  const { perRow, cardWidth } = cardsThatFit(width === 0 ? widthAtFirst : width, gap);
  const height = Math.round(cardWidth / ratio) + textHeight + gap;
  const cards = useVirtualizer({
    count: Math.ceil(total / perRow),
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 2,
    initialOffset: rows.scrollTop,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: Cards of another size have other places.
  useEffect(() => cards.measure(), [height, perRow, cards]);
  return { scroller, measured, perRow, cardWidth, cards };
}

const widthAtFirst = 1000;

/** The card with the focus. It may have to scroll into the page first. */
function useActiveCard(
  scroller: { readonly current: HTMLDivElement | null },
  perRow: number,
  cards: { readonly scrollToIndex: (index: number) => void },
) {
  const [active, setActive] = useState(0);
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const card = scroller.current?.querySelector<HTMLElement>(`[data-card="${wanted.current}"]`);
    if (card === null || card === undefined) return;
    wanted.current = undefined;
    card.focus({ preventScroll: true });
  });
  const focusCard = (place: number) => {
    wanted.current = place;
    setActive(place);
    cards.scrollToIndex(Math.floor(place / perRow));
  };
  return { active, setActive, focusCard };
}

/** Requests the colors of the options of visible styles. */
function useOptionColors(rows: EntityRows, inSight: readonly AnyEntity[], first: number): void {
  const { wantColors } = useGridTools();
  useEffect(
    () => wantColors(inSight.flatMap((_, place) => optionsAt(rows, first + place))),
    [rows, inSight, first, wantColors],
  );
}
