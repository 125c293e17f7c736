import type { Whoami } from "@weft/client";
import { useCallback, useMemo, useState } from "react";
import { isSameJson } from "../same-json.ts";
import { type GridSearch, readGridSearch } from "./grid-search.ts";

/** The parts of the address that a view can hold. */
export type ArrangedSearch = Pick<GridSearch, "layout" | "q" | "filters" | "match" | "order" | "group">;

/** How this browser shows the list of a type, or a saved view that was changed and not saved. */
export interface ViewState {
  /** The visible columns in order, without the name; undefined for the default columns. */
  readonly columns: readonly string[] | undefined;
  /** By field. A column without one has its default width. */
  readonly widths: Readonly<Record<string, number>>;
  /** The columns that stay visible beside the name. */
  readonly pinned: readonly string[];
  /** What the address said last; undefined if nothing of it is remembered. */
  readonly search: ArrangedSearch | undefined;
}

export const initialView: ViewState = { columns: undefined, widths: {}, pinned: [], search: undefined };

/** Users of one browser do not see each other's filters and searches. */
export function userKeyOf({ org, actor }: Pick<Whoami, "org" | "actor">): string {
  return `${org.slug}.${actor.id}`;
}

/** The place of a view in the storage of the browser. */
export function viewKey(user: string, typePath: string, viewId: string | undefined): string {
  return `weft.view.${user}.${typePath}${viewId === undefined ? "" : `.${viewId}`}`;
}

/** What is remembered of a view, and how to change it. Until then it is as saved. */
export function useViewState(key: string, saved: ViewState = initialView) {
  const [revision, setRevision] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Each change is stored, then read again.
  const view = useMemo(() => readStored(key, saved), [key, saved, revision]);
  const change = useCallback(
    (next: Partial<ViewState>) => {
      const before = readStored(key, saved);
      const after = { ...before, ...next };
      if (isSameJson(before, after)) return;
      localStorage.setItem(key, JSON.stringify(after));
      setRevision((before) => before + 1);
    },
    [key, saved],
  );
  /** Shows it as saved again. */
  const forget = useCallback(() => {
    if (localStorage.getItem(key) === null) return;
    localStorage.removeItem(key);
    setRevision((before) => before + 1);
  }, [key]);
  return { view, change, forget };
}

function readStored(key: string, saved: ViewState): ViewState {
  const stored = localStorage.getItem(key);
  return stored === null ? saved : readView(stored);
}

/** What is stored may come from another version of the console: parts that are not understood are ignored. */
export function readView(stored: string): ViewState {
  const { columns, widths, pinned, search } = membersOf(stored);
  return {
    columns: Array.isArray(columns) ? columns.filter(isText) : initialView.columns,
    widths: Object.fromEntries(Object.entries(isObject(widths) ? widths : {}).filter(isWidth)),
    pinned: Array.isArray(pinned) ? pinned.filter(isText) : initialView.pinned,
    search: isObject(search) ? readArranged(search) : undefined,
  };
}

function readArranged(search: Readonly<Record<string, unknown>>): ArrangedSearch {
  const { layout, q, filters, match, order, group } = readGridSearch(search);
  return { layout, q, filters, match, order, group };
}

function membersOf(stored: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(stored);
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
