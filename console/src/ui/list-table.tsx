import { Table } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef } from "react";
import { ErrorState } from "./error-note.tsx";
import classes from "./list-table.module.css";
import { SkeletonRows } from "./loaded.tsx";
import type { ListingState } from "./use-listing.ts";

export interface ListColumn<Row> {
  readonly title: string;
  readonly render: (row: Row) => ReactNode;
  readonly width?: number | string;
  readonly align?: "left" | "right";
}

interface ListTableProps<Row> {
  /** Names the table to a screen reader. */
  readonly label: string;
  readonly listing: ListingState<Row>;
  readonly columns: readonly ListColumn<Row>[];
  readonly rowKey: (row: Row) => string;
  /** Shown when the list is empty. */
  readonly empty: ReactNode;
  /** A click anywhere on the row; a link in a cell does the same for the keyboard. */
  readonly onOpen?: (row: Row) => void;
  readonly maxHeight?: string;
  /** Long cells are truncated instead of wrapped, so that all rows have the same height. */
  readonly isOneLine?: boolean;
}

const rowHeight = 40;
const rowsAhead = 20;

/** A list of any length: only visible rows are in the page, and the next ones are loaded ahead. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { listing, empty } = props;
  if (listing.isPending) return <SkeletonRows height={rowHeight - 12} />;
  if (listing.error !== null && listing.rows.length === 0) {
    return <ErrorState error={listing.error} onRetry={listing.refetch} />;
  }
  if (listing.rows.length === 0) return empty;
  return (
    <>
      <Rows {...props} />
      {listing.error !== null && <ErrorState error={listing.error} onRetry={listing.refetch} />}
    </>
  );
}

function Rows<Row>({
  label,
  listing,
  columns,
  rowKey,
  onOpen,
  maxHeight = "calc(100vh - 220px)",
  isOneLine = false,
}: ListTableProps<Row>) {
  const { rows, hasMore, fetchMore } = listing;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: rowsAhead,
  });
  const shown = virtualizer.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= rows.length - rowsAhead) fetchMore();
  }, [hasMore, last, rows.length, fetchMore]);
  const above = shown[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reached by the keyboard.
    <section ref={scroller} className={classes["scroller"]} style={{ maxHeight }} aria-label={label} tabIndex={0}>
      <Table
        stickyHeader
        highlightOnHover={onOpen !== undefined}
        aria-rowcount={rows.length}
        className={classes["table"]}
        data-one-line={isOneLine}
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title, width, align }) => (
              <Table.Th key={title} w={width} ta={align ?? "left"}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Spacer height={above} />
          {shown.map(({ index }) => {
            const row = rows[index];
            return (
              row !== undefined && (
                <ListRow key={rowKey(row)} row={row} index={index} columns={columns} onOpen={onOpen} />
              )
            );
          })}
          <Spacer height={below} />
        </Table.Tbody>
      </Table>
    </section>
  );
}

interface ListRowProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly ListColumn<Row>[];
  readonly onOpen: ((row: Row) => void) | undefined;
}

function ListRow<Row>({ row, index, columns, onOpen }: ListRowProps<Row>) {
  return (
    <Table.Tr
      aria-rowindex={index + 1}
      h={rowHeight}
      style={onOpen === undefined ? {} : { cursor: "pointer" }}
      onClick={(event) => {
        // A link or button in a cell handles its own click.
        const isControl = event.target instanceof Element && event.target.closest("a, button, input, label") !== null;
        if (!isControl) onOpen?.(row);
      }}
    >
      {columns.map(({ title, render, align }) => (
        <Table.Td key={title} ta={align ?? "left"} className={align === "right" ? "numbers" : ""}>
          {render(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

/** Takes the space of the rows that are not in the page. */
function Spacer({ height }: { readonly height: number }) {
  return height > 0 && <tr style={{ height }} />;
}
