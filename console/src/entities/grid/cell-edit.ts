import type { KeyboardEvent } from "react";
import type { AnyEntity } from "../any-entity.ts";
import type { GridColumn } from "./grid-column.ts";

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
