import type { ClipboardEvent, KeyboardEvent, MouseEvent } from "react";
import { placeOf } from "./drag-cells.ts";
import { type CellPlace, moveCell } from "./move-cell.ts";

interface GridActions {
  readonly active: CellPlace;
  /** The other corner of the range. */
  readonly corner: CellPlace;
  readonly extent: { readonly rows: number; readonly columns: number; readonly page: number };
  readonly go: (place: CellPlace) => void;
  readonly extend: (place: CellPlace) => void;
  /** Back to one cell. */
  readonly collapse: () => void;
  /** Shows the active row beside the grid, or hides it. */
  readonly togglePeek: () => void;
  readonly closePeek: () => void;
  /** Shows the row on a line beside the grid. */
  readonly peekAt: (line: number) => void;
  readonly startDrag: () => void;
  readonly startFill: () => void;
  readonly edit: (place: CellPlace, typed?: string) => void;
  readonly clear: () => void;
  readonly fill: (direction: "down" | "right") => void;
  /** Selects the rows of the range. */
  readonly toggleRows: () => void;
  readonly selectAll: () => void;
  /** Copies the range; returns what is known at once. */
  readonly copied: () => string | undefined;
  readonly paste: (text: string) => void;
  /** Opens the menu of a heading. */
  readonly openMenu: (column: number) => void;
  /** Makes the active column wider or narrower. */
  readonly resize: (step: -1 | 1) => void;
  /** Moves the active column. */
  readonly moveColumn: (step: -1 | 1) => void;
  /** Opens or closes the style or group on a line. */
  readonly fold: (line: number) => void;
  /** Edits the first missing value of the row on a line. */
  readonly fillGap: (line: number) => void;
  /** Shows the hidden options of the style on a line. */
  readonly showOptions: (line: number) => void;
  /** What an arrow key opens or closes; undefined if it only moves. */
  readonly foldBy: (key: string) => (() => void) | undefined;
  /** Opens the page of the active row. */
  readonly open: () => void;
  /** Opens an address of the console. */
  readonly follow: (href: string) => void;
}

/** Handles keys, clicks and the clipboard in the grid. Editors, links and checkboxes in a cell handle their own. */
export function gridHandlers(acts: GridActions) {
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (!isCell(event.target)) return;
      const act = foldingOf(event, acts) ?? moveOf(event, acts) ?? actOf(event, acts);
      if (act === undefined) return;
      event.preventDefault();
      act();
    },
    onMouseDown: (event: MouseEvent) => pressed(event, acts),
    onClick: (event: MouseEvent) => {
      clicked(event, acts);
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
      if (link === null || !isPlain) return;
      event.preventDefault();
      acts.follow(link.pathname);
    },
    onDoubleClick: (event: MouseEvent) => {
      const place = placeOf(event.target);
      if (place !== undefined && !isInControl(event.target)) acts.edit(place);
    },
    onCopy: (event: ClipboardEvent) => {
      if (isInText(event.target)) return;
      const text = acts.copied();
      event.preventDefault();
      if (text !== undefined) event.clipboardData.setData("text/plain", text);
    },
    onPaste: (event: ClipboardEvent) => {
      const text = event.clipboardData.getData("text/plain");
      if (isInText(event.target) || text === "") return;
      event.preventDefault();
      acts.paste(text);
    },
  };
}

/** The buttons in rows. They have no handlers of their own, so that rows need not be rendered for them. */
function clicked({ target }: MouseEvent, { fold, showOptions, fillGap, peekAt }: GridActions): void {
  const place = placeOf(target);
  if (place !== undefined && target instanceof Element && target.closest("[data-group]") !== null) fold(place.row);
  const button = target instanceof Element ? target.closest("button") : null;
  if (place === undefined || button === null) return;
  if (button.hasAttribute("data-fold")) fold(place.row);
  if (button.hasAttribute("data-hidden")) showOptions(place.row);
  if (button.hasAttribute("data-gap")) fillGap(place.row);
  if (button.hasAttribute("data-peek")) peekAt(place.row);
}

function foldingOf({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent, { foldBy }: GridActions) {
  return altKey || ctrlKey || metaKey || shiftKey ? undefined : foldBy(key);
}

function pressed(event: MouseEvent, { active, go, extend, startDrag, startFill }: GridActions): void {
  const place = placeOf(event.target);
  if (place === undefined || event.button !== 0 || isInControl(event.target)) return;
  if (event.target instanceof Element && event.target.closest("[data-fill]") !== null) {
    event.preventDefault();
    startFill();
  } else if (event.shiftKey && active.row >= 0 && place.row >= 0) {
    // Otherwise the browser selects the text between.
    event.preventDefault();
    extend(place);
  } else {
    go(place);
    if (place.row >= 0 && !isLink(event.target)) startDrag();
  }
}

function moveOf(event: KeyboardEvent, { active, corner, extent, go, extend }: GridActions) {
  if (event.altKey) return undefined;
  const isRange = event.shiftKey && active.row >= 0;
  const place = moveCell(isRange ? corner : active, event, extent);
  return place === undefined ? undefined : () => (isRange ? extend(place) : go(place));
}

function actOf(event: KeyboardEvent, acts: GridActions) {
  if (event.altKey) return columnAct(event, acts);
  if (acts.active.row < 0) return headingAct(event, acts);
  return event.ctrlKey || event.metaKey ? controlAct(event, acts) : cellAct(event, acts);
}

function columnAct({ key, shiftKey }: KeyboardEvent, { resize, moveColumn }: GridActions) {
  const step = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : undefined;
  return step === undefined ? undefined : () => (shiftKey ? moveColumn(step) : resize(step));
}

function headingAct({ key }: KeyboardEvent, { active, openMenu }: GridActions) {
  return key === "Enter" || key === " " || key === "F2" ? () => openMenu(active.column) : undefined;
}

function controlAct({ key }: KeyboardEvent, { selectAll, fill, open }: GridActions) {
  const named: Readonly<Record<string, () => void>> = {
    a: selectAll,
    d: () => fill("down"),
    r: () => fill("right"),
    enter: open,
  };
  return named[key.toLowerCase()];
}

function cellAct({ key, shiftKey }: KeyboardEvent, acts: GridActions) {
  const { active, edit, clear, toggleRows, togglePeek, collapse, closePeek } = acts;
  const named: Readonly<Record<string, () => void>> = {
    Enter: () => edit(active),
    F2: () => edit(active),
    Delete: clear,
    Backspace: clear,
    Escape: () => {
      collapse();
      closePeek();
    },
    " ": shiftKey ? toggleRows : togglePeek,
  };
  return named[key] ?? (key.length === 1 ? () => edit(active, key) : undefined);
}

function isCell(target: EventTarget): boolean {
  return target instanceof Element && target.hasAttribute("data-place");
}

function isInControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("input, textarea, button") !== null;
}

function isLink(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a") !== null;
}

/** The clipboard belongs to a text that is being typed. A focused checkbox has no text. */
export function isInText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input:not([type=checkbox]), textarea") !== null;
}
