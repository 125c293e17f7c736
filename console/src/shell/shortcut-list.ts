interface Shortcut {
  /** Pressed together. */
  readonly keys: readonly string[];
  readonly action: string;
}

interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

/** Every key of the console, as the dialog of shortcuts shows it. A part that adds keys adds them here. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: "Everywhere",
    shortcuts: [
      { keys: ["Ctrl", "K"], action: "Search, or go to a page" },
      { keys: ["?"], action: "Show the shortcuts" },
      { keys: ["Escape"], action: "Close a dialog or menu" },
    ],
  },
  {
    title: "Grid",
    shortcuts: [
      { keys: ["Arrows"], action: "Move to another cell" },
      { keys: ["Home"], action: "First column" },
      { keys: ["End"], action: "Last column" },
      { keys: ["Page Down"], action: "One screen down" },
      { keys: ["Enter"], action: "Edit the cell" },
      { keys: ["F2"], action: "Edit the cell" },
      { keys: ["Escape"], action: "Cancel the edit" },
      { keys: ["Shift", "Arrows"], action: "Select a range" },
      { keys: ["Delete"], action: "Clear the range" },
      { keys: ["Ctrl", "C"], action: "Copy the range, or the selected rows" },
      { keys: ["Ctrl", "V"], action: "Paste from a spreadsheet" },
      { keys: ["Ctrl", "D"], action: "Fill down" },
      { keys: ["Ctrl", "R"], action: "Fill right" },
      { keys: ["Ctrl", "Z"], action: "Undo" },
      { keys: ["Ctrl", "Shift", "Z"], action: "Redo" },
      { keys: ["Space"], action: "Peek at the row" },
      { keys: ["Ctrl", "Enter"], action: "Open the page of the row" },
      { keys: ["Shift", "Space"], action: "Select the rows of the range" },
    ],
  },
  {
    title: "Charts",
    shortcuts: [
      { keys: ["←"], action: "Read the previous value" },
      { keys: ["→"], action: "Read the next value" },
    ],
  },
];
