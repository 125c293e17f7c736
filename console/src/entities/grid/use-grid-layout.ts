import { useElementSize } from "@mantine/hooks";
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { type ColumnSet, columnWidth } from "./use-column-set.ts";

/** --weft-row-standard of tokens.css. */
export const rowHeight = 40;
const headHeight = 38;
/** The width of the checkboxes before the name. */
const checkWidth = 40;
const [nameMin, nameMax, nameShare] = [180, 300, 0.26];
/** Beside the name of a style are its options. */
const [treeMax, treeShare] = [400, 0.34];
/** On a narrow screen, pinned columns would leave no room to scroll the others. */
const fixedShareMax = 0.7;

/** Where a column is. */
export interface ColumnBox {
  /** In the list of columns; 0 is the name. */
  readonly index: number;
  readonly left: number;
  readonly width: number;
  /** Stays at the left while the others scroll. */
  readonly isFixed: boolean;
}

interface LayoutInput {
  readonly columnSet: ColumnSet;
  readonly isTree: boolean;
  readonly rowCount: number;
  /** Stays in the page at any scroll position, because it has the focus. -1 for the headings. */
  readonly activeRow: number;
  readonly scrollTop: number;
}

export type GridLayout = ReturnType<typeof useGridLayout>;

/** The rows and columns in the page, and their positions. */
export function useGridLayout({ columnSet, isTree, rowCount, activeRow, scrollTop }: LayoutInput) {
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: measured, width: boxWidth } = useElementSize<HTMLDivElement>();
  const fixed = useFixedBoxes(columnSet, boxWidth, isTree);
  const { columns, widths } = columnSet;
  const fixedWidth = fixed.reduce((sum, { width }) => sum + width, checkWidth);
  const others = useMemo(
    () => columns.slice(fixed.length).map((column) => columnWidth(column, widths)),
    [columns, widths, fixed.length],
  );

  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      return activeRow < 0 || activeRow >= range.count || indexes.includes(activeRow)
        ? indexes
        : [...indexes, activeRow].sort((one, other) => one - other);
    },
    [activeRow],
  );
  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 5,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    initialOffset: scrollTop,
    rangeExtractor,
  });
  const cells = useVirtualizer({
    horizontal: true,
    count: others.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => others[index] ?? 160,
    overscan: 2,
    paddingStart: fixedWidth,
    scrollPaddingStart: fixedWidth,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: Other columns have other widths.
  useEffect(() => cells.measure(), [others, fixedWidth, cells]);
  const shown = cells.getVirtualItems();
  // The same array until a column appears, disappears or changes: the rows compare it.
  const boxes = useMemo(
    (): readonly ColumnBox[] => [
      ...fixed,
      ...shown.map(({ index, start, size }) => ({
        index: index + fixed.length,
        left: start,
        width: size,
        isFixed: false,
      })),
    ],
    [fixed, shown],
  );
  const width = Math.max(cells.getTotalSize(), boxWidth);
  return { scroller, measured, rows, cells, boxes, fixedCount: fixed.length, width };
}

/** The name and the pinned columns, if there is room for them. */
function useFixedBoxes({ columns, pinnedCount, widths }: ColumnSet, boxWidth: number, isTree: boolean) {
  const [max, share] = isTree ? [treeMax, treeShare] : [nameMax, nameShare];
  const byBox = boxWidth === 0 ? max : Math.round(Math.max(nameMin, Math.min(max, boxWidth * share)));
  return useMemo((): readonly ColumnBox[] => {
    const boxes: ColumnBox[] = [];
    let left = checkWidth;
    for (const [index, column] of columns.slice(0, pinnedCount + 1).entries()) {
      const width = index === 0 ? (widths[column.field] ?? byBox - checkWidth) : columnWidth(column, widths);
      if (index > 0 && boxWidth > 0 && left + width > boxWidth * fixedShareMax) break;
      boxes.push({ index, left, width, isFixed: true });
      left += width;
    }
    return boxes;
  }, [columns, pinnedCount, widths, byBox, boxWidth]);
}
