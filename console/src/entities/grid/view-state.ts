import { useCallback, useMemo, useState } from "react";

/** How this browser shows the list of a type. */
export interface ViewState {
  /** The visible columns in order, without the name; undefined for the default columns. */
  readonly columns: readonly string[] | undefined;
  /** By field. A column without one has its default width. */
  readonly widths: Readonly<Record<string, number>>;
  /** The columns that stay visible beside the name. */
  readonly pinned: readonly string[];
}

const initial: ViewState = { columns: undefined, widths: {}, pinned: [] };

/** The remembered view of a type, and how to change it. */
export function useViewState(orgSlug: string, typePath: string) {
  const key = `weft.view.${orgSlug}.${typePath}`;
  const [revision, setRevision] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Each change is stored, then read again.
  const view = useMemo(() => readView(localStorage.getItem(key)), [key, revision]);
  const change = useCallback(
    (next: Partial<ViewState>) => {
      localStorage.setItem(key, JSON.stringify({ ...readView(localStorage.getItem(key)), ...next }));
      setRevision((before) => before + 1);
    },
    [key],
  );
  return { view, change };
}

/** What is stored may come from another version of the console: parts that are not understood are ignored. */
export function readView(stored: string | null): ViewState {
  const { columns, widths, pinned } = membersOf(stored);
  return {
    columns: Array.isArray(columns) ? columns.filter(isText) : initial.columns,
    widths: Object.fromEntries(Object.entries(isObject(widths) ? widths : {}).filter(isWidth)),
    pinned: Array.isArray(pinned) ? pinned.filter(isText) : initial.pinned,
  };
}

function membersOf(stored: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(stored ?? "{}");
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isWidth(entry: [string, unknown]): entry is [string, number] {
  return typeof entry[1] === "number" && Number.isFinite(entry[1]);
}
