import { useElementSize } from "@mantine/hooks";
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { type GridColumn, widthOf } from "./grid-column.ts";

/** --weft-row-standard of tokens.css. */
export const rowHeight = 40;
const headHeight = 38;
/** The width of the checkboxes before the name. */
export const checkWidth = 40;
const [nameMin, nameMax] = [180, 300];

interface LayoutInput {
  readonly columns: readonly GridColumn[];
  readonly rowCount: number;
  /** Stays in the page at any scroll position, because it has the focus. */
  readonly activeRow: number | undefined;
  readonly scrollTop: number;
}

/** The rows and columns in the page, and their positions. */
export function useGridLayout({ columns, rowCount, activeRow, scrollTop }: LayoutInput) {
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: measured, width: boxWidth } = useElementSize<HTMLDivElement>();
  const nameWidth = boxWidth === 0 ? nameMax : Math.round(Math.max(nameMin, Math.min(nameMax, boxWidth * 0.26)));
  const widths = useMemo(() => columns.slice(1).map(widthOf), [columns]);

  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      return activeRow === undefined || activeRow >= range.count || indexes.includes(activeRow)
        ? indexes
        : [...indexes, activeRow].sort((one, other) => one - other);
    },
    [activeRow],
  );
  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    initialOffset: scrollTop,
    rangeExtractor,
  });
  const cells = useVirtualizer({
    horizontal: true,
    count: widths.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths[index] ?? 160,
    overscan: 4,
    paddingStart: nameWidth,
    scrollPaddingStart: nameWidth,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: Other columns have other widths.
  useEffect(() => cells.measure(), [widths, nameWidth, cells]);
  return { scroller, measured, rows, cells, nameWidth, width: Math.max(cells.getTotalSize(), boxWidth) };
}
