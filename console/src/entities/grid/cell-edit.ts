import type { KeyboardEvent } from "react";
import type { AnyEntity } from "../any-entity.ts";
import type { GridColumn } from "./grid-column.ts";

/** What ended the editing, which tells where to go. */
export type EditEnd = "enter" | "tab" | "back" | "blur";

/** What every control for a cell takes. */
export interface CellEditorProps {
  readonly column: GridColumn;
  readonly row: AnyEntity;
  /** What somebody has typed to begin with; it takes the place of the value. */
  readonly typed: string | undefined;
  readonly onSave: (value: unknown, by: EditEnd) => void;
  readonly onCancel: () => void;
}

/** Which way a key ends the editing; undefined when it does not. */
export function endOf({ key, shiftKey }: KeyboardEvent): EditEnd | undefined {
  if (key === "Enter") return "enter";
  if (key === "Tab") return shiftKey ? "back" : "tab";
  return undefined;
}
