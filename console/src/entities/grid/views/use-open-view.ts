import { useQuery } from "@tanstack/react-query";
import type { SavedView } from "@weft/client";
import { useEffect, useMemo, useState } from "react";
import { queryKeys } from "../../../query-keys.ts";
import { useSession } from "../../../session/session.ts";
import { gather } from "../grid-calls.ts";
import type { GridSearch } from "../grid-search.ts";
import { useGridSearch } from "../use-grid-search.ts";
import { initialView, readView, userKeyOf, useViewState, type ViewState, viewKey } from "../view-state.ts";
import { type Arrangement, arrangedNames, arrangedOf, arrangementOf, isSameArrangement } from "./arrangement.ts";

/** In the address, the list without a view, also if the type has a default view. */
const noView = "none";

export type OpenView = ReturnType<typeof useOpenView>;

/** The saved views of a type. */
function useSavedViews(typePath: string) {
  const { weft } = useSession();
  return useQuery({
    queryKey: queryKeys.savedViews.ofType(typePath),
    queryFn: ({ signal }): Promise<readonly SavedView[]> =>
      gather(
        weft.entities.all({ entityName: "saved-view", criteria: { viewedType: typePath }, limit: viewsMax, signal }),
      ),
    staleTime: 30_000,
    retry: false,
  });
}

const viewsMax = 1000;

/**
 * The view in the address. An address that names only the view, or nothing, is completed once: with the changes of the
 * view that this browser remembers, else with the view as saved. What is changed then is remembered until it is saved.
 */
export function useOpenView(typePath: string) {
  const user = userKeyOf(useSession().who);
  const { search, change } = useGridSearch();
  const { data: views = noViews, isPending } = useSavedViews(typePath);
  const view = views.find(({ id }) => id === search.view);
  const arrangement = useMemo(() => (view === undefined ? plain : arrangementOf(view)), [view]);
  const { view: state, change: remember, forget } = useViewState(viewKey(user, typePath, view?.id), arrangement.state);
  const open = (next: SavedView | undefined) => {
    const shown = next === undefined ? plain : arrangementOf(next);
    change({ ...blank, ...shown.search, columns: shown.state.columns, view: next?.id ?? withoutView(views) });
  };
  const { isReady, hasOpened } = useCompletion({ typePath, views, isPending, user });
  const isChanged = !isSameArrangement({ search, state }, arrangement);
  useRemembering({ isReady, isChanged, view, search, remember, forget });
  return {
    views,
    view,
    arrangement,
    state,
    remember,
    /** Whether the address is complete. */
    isReady,
    /** Whether it was complete before, for this or another view. */
    hasOpened,
    isMissing: isReady && view === undefined && search.view !== undefined && search.view !== noView,
    isChanged,
    /** Shows a view as this browser remembers it, or the list without one. */
    choose: (next: SavedView | undefined) => {
      if (next === undefined) open(undefined);
      else change({ ...blank, ...rememberedOf(user, typePath, next), view: next.id });
    },
    /** Shows a view as it is saved. */
    showSaved: (next: SavedView) => {
      localStorage.removeItem(viewKey(user, typePath, next.id));
      open(next);
    },
    /** Drops what was changed since the view was saved. */
    reset: () => {
      forget();
      open(view);
    },
  };
}

const noViews: readonly SavedView[] = [];
const plain: Arrangement = { search: {}, state: initialView, criteria: undefined };
const blank: Partial<GridSearch> = {
  ...{ layout: undefined, q: undefined, filters: undefined, match: undefined, order: undefined, group: undefined },
};

function withoutView(views: readonly SavedView[]): string | undefined {
  return views.some(({ isDefault }) => isDefault) ? noView : undefined;
}

interface CompletionInput {
  readonly typePath: string;
  readonly views: readonly SavedView[];
  readonly isPending: boolean;
  readonly user: string;
}

/** Completes the address when a list or a view is opened. */
function useCompletion({ typePath, views, isPending, user }: CompletionInput) {
  const { search, change } = useGridSearch();
  const [opened, setOpened] = useState<string>();
  const placeOf = (view: string | undefined) => `${typePath} ${view ?? ""}`;
  const place = placeOf(search.view);
  const isNamed = search.columns !== undefined || arrangedNames.some((name) => search[name] !== undefined);
  const isDone = opened === place || isNamed;
  useEffect(() => {
    if (opened === place || (isPending && !isNamed)) return;
    if (isNamed) {
      setOpened(place);
      return;
    }
    const view = views.find(({ id, isDefault }) => (search.view === undefined ? isDefault : id === search.view));
    const shown = rememberedOf(user, typePath, view);
    if (view !== undefined || Object.values(shown).some((value) => value !== undefined)) {
      change({ ...shown, view: view?.id ?? search.view });
    }
    setOpened(placeOf(view?.id ?? search.view));
  });
  return { isReady: isDone, hasOpened: isDone || opened !== undefined };
}

/** What this browser shows of a view: as changed here, else as saved. */
function rememberedOf(user: string, typePath: string, view: SavedView | undefined): Partial<GridSearch> {
  const saved = view === undefined ? plain : arrangementOf(view);
  const stored = localStorage.getItem(viewKey(user, typePath, view?.id));
  const state: ViewState = stored === null ? saved.state : readView(stored);
  // The columns of the list without a view are not in its address, which stays short.
  return { ...(state.search ?? saved.search), columns: view === undefined ? undefined : state.columns };
}

interface RememberingInput {
  readonly isReady: boolean;
  readonly isChanged: boolean;
  readonly view: SavedView | undefined;
  readonly search: GridSearch;
  readonly remember: (next: Partial<ViewState>) => void;
  readonly forget: () => void;
}

/** Stores the changes of a view. Of the list without one, its filters are not stored: they would hide rows tomorrow. */
function useRemembering({ isReady, isChanged, view, search, remember, forget }: RememberingInput): void {
  const { layout, group } = search;
  const text = JSON.stringify(arrangedOf(search));
  const columns = JSON.stringify(search.columns);
  const viewId = view?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: The address is compared as text.
  useEffect(() => {
    if (!isReady) return;
    if (viewId === undefined)
      remember({ search: layout === undefined && group === undefined ? undefined : { layout, group } });
    else if (isChanged)
      remember({ search: arrangedOf(search), ...(search.columns === undefined ? {} : { columns: search.columns }) });
    else forget();
  }, [isReady, isChanged, viewId, text, columns, remember, forget]);
}
