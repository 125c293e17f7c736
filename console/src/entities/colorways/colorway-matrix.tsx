import { ActionIcon } from "@mantine/core";
import { type KeyboardEvent, memo, useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import { columnsOf, type ExistingColorway, type PickedColor } from "./colorway-draft.ts";
import classes from "./colorway-matrix.module.css";
import { type CellPlace, moveInMatrix } from "./move-in-matrix.ts";

interface ColorwayMatrixProps {
  /** Shown first. They cannot be changed here. */
  readonly existing: readonly ExistingColorway[];
  readonly colors: readonly PickedColor[];
  readonly sizes: readonly string[];
  readonly isWanted: (color: PickedColor, size: string) => boolean;
  /** A cell, a row or a column. */
  readonly onToggle: (colors: readonly PickedColor[], sizes: readonly string[]) => void;
  readonly onRemove: (color: PickedColor) => void;
}

/** Colors by sizes. The arrow keys move between the cells, and Space changes one; the matrix is one stop of the Tab key. */
export function ColorwayMatrix({ existing, colors, sizes, isWanted, onToggle, onRemove }: ColorwayMatrixProps) {
  const [active, setActive] = useState<CellPlace>({ row: 1, column: 1 });
  const columns = columnsOf(sizes);
  // A row and a column for the headings.
  const size = { rows: colors.length + 1, columns: columns.length + 2 };
  const place = { row: Math.min(active.row, size.rows - 1), column: Math.min(active.column, size.columns - 1) };
  const focusOf = (row: number) => (place.row === row ? place.column : undefined);
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const next = moveInMatrix(place, event.key, size);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-place="${next.row} ${next.column}"]`)?.focus();
  };
  return (
    <div className={classes["scroll"]}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: A table whose cells are moved between is a grid. */}
      <table role="grid" aria-label="Colorways and sizes" className={classes["matrix"]} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <th scope="col" className={classes["corner"]}>
              Colorway
            </th>
            {columns.map((size, index) => (
              <th key={size} scope="col">
                <button
                  type="button"
                  className={classes["heading"]}
                  aria-label={size === "" ? "Create, all colorways" : `${size}, all colorways`}
                  data-place={`0 ${index + 1}`}
                  tabIndex={focusOf(0) === index + 1 ? 0 : -1}
                  onFocus={() => setActive({ row: 0, column: index + 1 })}
                  onClick={() => onToggle(colors, [size])}
                >
                  {size === "" ? "Create" : size}
                </button>
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {existing.map((color) => (
            <ExistingRow key={color.colorId ?? color.name} color={color} columns={columns} />
          ))}
          {colors.map((color, index) => (
            <Row
              key={color.colorId ?? color.name}
              row={index + 1}
              color={color}
              columns={columns}
              wanted={columns.map((size) => (isWanted(color, size) ? "1" : "0")).join("")}
              focusColumn={focusOf(index + 1)}
              onFocus={setActive}
              onToggle={onToggle}
              onRemove={onRemove}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ExistingRowProps {
  readonly color: ExistingColorway;
  readonly columns: readonly string[];
}

function ExistingRow({ color, columns }: ExistingRowProps) {
  return (
    <tr data-existing>
      <th scope="row">
        <span className={classes["name"]}>
          <Swatch hex={color.hex} />
          <span className={classes["text"]}>
            {color.name} <span className={classes["note"]}>in the style</span>
          </span>
        </span>
      </th>
      {columns.map((size) => (
        <td key={size}>
          <input
            type="checkbox"
            className={classes["cell"]}
            aria-label={cellName(color, size)}
            checked={size === "" || color.sizes.includes(size)}
            disabled
            readOnly
          />
        </td>
      ))}
      <td />
    </tr>
  );
}

interface RowProps extends Pick<ColorwayMatrixProps, "onToggle" | "onRemove"> {
  readonly row: number;
  readonly color: PickedColor;
  readonly columns: readonly string[];
  /** A digit for each column: a text, so that rows that did not change are not rendered again. */
  readonly wanted: string;
  /** The column in the order of Tab; undefined in other rows. */
  readonly focusColumn: number | undefined;
  readonly onFocus: (place: CellPlace) => void;
}

const Row = memo(function Row({ row, color, columns, wanted, focusColumn, onFocus, ...act }: RowProps) {
  const { onToggle, onRemove } = act;
  const stop = (column: number) => ({
    "data-place": `${row} ${column}`,
    tabIndex: focusColumn === column ? 0 : -1,
    onFocus: () => onFocus({ row, column }),
  });
  return (
    <tr data-dropped={!wanted.includes("1") || undefined}>
      <th scope="row">
        <button
          type="button"
          className={`${classes["heading"]} ${classes["name"]}`}
          aria-label={columns[0] === "" ? `${color.name}, colorway` : `${color.name}, all sizes`}
          onClick={() => onToggle([color], columns)}
          {...stop(0)}
        >
          <Swatch hex={color.hex} />
          <span className={classes["text"]}>{color.name}</span>
        </button>
      </th>
      {columns.map((size, index) => (
        <td key={size}>
          <input
            type="checkbox"
            className={classes["cell"]}
            aria-label={cellName(color, size)}
            checked={wanted[index] === "1"}
            onChange={() => onToggle([color], [size])}
            {...stop(index + 1)}
          />
        </td>
      ))}
      <td>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="md"
          aria-label={`Remove ${color.name}`}
          onClick={() => onRemove(color)}
          {...stop(columns.length + 1)}
        >
          <Icon name="close" size={16} />
        </ActionIcon>
      </td>
    </tr>
  );
});

function cellName({ name }: PickedColor, size: string): string {
  return size === "" ? name : `${name}, ${size}`;
}
