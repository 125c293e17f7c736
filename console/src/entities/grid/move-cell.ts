import type { KeyboardEvent } from "react";
import type { AnyEntity } from "../any-entity.ts";
import type { GridColumn } from "./grid-column.ts";

/** A position in the grid. Column 0 is the name, row -1 the headings. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

interface Extent {
  readonly rows: number;
  readonly columns: number;
  /** The number of visible rows. */
  readonly page: number;
}

interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** The target of a key; undefined when it does not move. */
export function moveCell({ row, column }: CellPlace, { key, ctrlKey, metaKey }: Key, extent: Extent) {
  const isFar = ctrlKey || metaKey;
  const last = { row: extent.rows - 1, column: extent.columns - 1 };
  switch (key) {
    case "ArrowUp":
      return clamp({ row: isFar && row > 0 ? 0 : row - 1, column }, last);
    case "ArrowDown":
      return clamp({ row: isFar ? last.row : row + 1, column }, last);
    case "ArrowLeft":
      return clamp({ row, column: isFar ? 0 : column - 1 }, last);
    case "ArrowRight":
      return clamp({ row, column: isFar ? last.column : column + 1 }, last);
    case "Home":
      return clamp({ row: isFar ? 0 : row, column: 0 }, last);
    case "End":
      return clamp({ row: isFar ? last.row : row, column: last.column }, last);
    case "PageUp":
      return clamp({ row: Math.max(0, row - extent.page), column }, last);
    case "PageDown":
      return clamp({ row: row + extent.page, column }, last);
    default:
      return undefined;
  }
}

/** The next cell after saving: down for Enter, right and to the next row for Tab. */
export function afterEdit({ row, column }: CellPlace, by: "enter" | "tab" | "back", extent: Extent): CellPlace {
  const last = { row: extent.rows - 1, column: extent.columns - 1 };
  if (by === "enter") return clamp({ row: row + 1, column }, last);
  if (by === "tab")
    return column < last.column ? { row, column: column + 1 } : clamp({ row: row + 1, column: 0 }, last);
  return column > 0 ? { row, column: column - 1 } : { row: Math.max(0, row - 1), column: row > 0 ? last.column : 0 };
}

function clamp({ row, column }: CellPlace, last: CellPlace): CellPlace {
  return {
    row: Math.max(-1, Math.min(row, last.row)),
    column: Math.max(0, Math.min(column, last.column)),
  };
}

/** What ended the editing, which determines where to go. */
export type EditEnd = "enter" | "tab" | "back" | "blur";

/** The props of every cell control. */
export interface CellEditorProps {
  readonly column: GridColumn;
  readonly row: AnyEntity;
  /** The first typed character; it replaces the value. */
  readonly typed: string | undefined;
  readonly onSave: (value: unknown, by: EditEnd) => void;
  readonly onCancel: () => void;
}

/** How a key ends the editing; undefined when it does not. */
export function endOf({ key, shiftKey }: KeyboardEvent): EditEnd | undefined {
  if (key === "Enter") return "enter";
  if (key === "Tab") return shiftKey ? "back" : "tab";
  return undefined;
}
