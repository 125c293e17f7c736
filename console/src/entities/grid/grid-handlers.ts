import type { ClipboardEvent, KeyboardEvent, MouseEvent } from "react";
import { type CellPlace, moveCell } from "./move-cell.ts";

interface GridActions {
  readonly active: CellPlace;
  readonly extent: { readonly rows: number; readonly columns: number; readonly page: number };
  readonly go: (place: CellPlace) => void;
  readonly edit: (place: CellPlace, typed?: string) => void;
  readonly clear: (place: CellPlace) => void;
  readonly toggleRow: (row: number, isRange: boolean) => void;
  readonly selectAll: () => void;
  /** The content to copy. */
  readonly copied: () => string;
  readonly paste: (text: string) => void;
  /** Opens the menu of a heading. */
  readonly openMenu: (column: number) => void;
  /** Makes the active column wider or narrower. */
  readonly resize: (step: -1 | 1) => void;
  /** Moves the active column. */
  readonly moveColumn: (step: -1 | 1) => void;
  /** Opens an address of the console. */
  readonly follow: (href: string) => void;
}

/** Handles keys, clicks and the clipboard in the grid. Editors, links and checkboxes in a cell handle their own. */
export function gridHandlers(acts: GridActions) {
  const { active, extent, go, edit } = acts;
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (!isCell(event.target)) return;
      const place = event.altKey ? undefined : moveCell(active, event, extent);
      const act = place === undefined ? actOf(event, acts) : () => go(place);
      if (act === undefined) return;
      event.preventDefault();
      act();
    },
    onMouseDown: (event: MouseEvent) => {
      const place = placeOf(event.target);
      if (place !== undefined && !isInControl(event.target)) go(place);
    },
    onClick: (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
      if (link === null || !isPlain) return;
      event.preventDefault();
      acts.follow(link.pathname);
    },
    onDoubleClick: (event: MouseEvent) => {
      const place = placeOf(event.target);
      if (place !== undefined && !isInControl(event.target)) edit(place);
    },
    onCopy: (event: ClipboardEvent) => {
      if (isInText(event.target)) return;
      event.clipboardData.setData("text/plain", acts.copied());
      event.preventDefault();
    },
    onPaste: (event: ClipboardEvent) => {
      const text = event.clipboardData.getData("text/plain");
      if (isInText(event.target) || text === "") return;
      event.preventDefault();
      acts.paste(text);
    },
  };
}

function actOf(event: KeyboardEvent, acts: GridActions) {
  if (event.altKey) return columnAct(event, acts);
  return acts.active.row < 0 ? headingAct(event, acts) : cellAct(event, acts);
}

function columnAct({ key, shiftKey }: KeyboardEvent, { resize, moveColumn }: GridActions) {
  const step = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : undefined;
  return step === undefined ? undefined : () => (shiftKey ? moveColumn(step) : resize(step));
}

function headingAct({ key }: KeyboardEvent, { active, openMenu }: GridActions) {
  return key === "Enter" || key === " " || key === "F2" ? () => openMenu(active.column) : undefined;
}

function cellAct(event: KeyboardEvent, { active, edit, clear, toggleRow, selectAll }: GridActions) {
  const named: Readonly<Record<string, () => void>> = {
    Enter: () => edit(active),
    F2: () => edit(active),
    Delete: () => clear(active),
    Backspace: () => clear(active),
    " ": () => toggleRow(active.row, event.shiftKey),
  };
  const act = named[event.key];
  if (act !== undefined) return act;
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === "a" ? selectAll : undefined;
  return event.key.length === 1 ? () => edit(active, event.key) : undefined;
}

/** The position of the cell that contains an element. */
function placeOf(target: EventTarget): CellPlace | undefined {
  const cell = target instanceof Element ? target.closest("[data-place]") : null;
  const [row, column] = cell?.getAttribute("data-place")?.split(":").map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}

function isCell(target: EventTarget): boolean {
  return target instanceof Element && target.hasAttribute("data-place");
}

function isInControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("input, textarea, button") !== null;
}

/** The clipboard belongs to a text that is being typed. A focused checkbox has no text. */
function isInText(target: EventTarget): boolean {
  return target instanceof Element && target.closest("input:not([type=checkbox]), textarea") !== null;
}
