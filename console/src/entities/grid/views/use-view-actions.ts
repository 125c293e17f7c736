import { useQueryClient } from "@tanstack/react-query";
import { ApiError, type SavedView, type SavedViewCreate, type SavedViewUpdate, type Weft } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../../../query-keys.ts";
import { useWeft } from "../../../session/session.ts";
import { notifyDone, notifyError } from "../../../ui/notify.ts";
import { findNames } from "../grid-calls.ts";
import type { OpenView } from "./use-open-view.ts";

/** Another user saved the view first. */
interface ViewConflict {
  readonly theirs: SavedView;
  /** Undefined where unknown. */
  readonly who: string | undefined;
  readonly mine: SavedViewUpdate;
}

export type ViewActions = ReturnType<typeof useViewActions>;

/** Saves and deletes views. */
export function useViewActions({ views, showSaved, choose }: OpenView) {
  const weft = useWeft();
  const { know, put, refetch } = useViewStore();
  const { attempt, ...conflicts } = useAttempt(showSaved);
  const replaceDefault = async () => {
    const before = views.find(({ isDefault }) => isDefault);
    if (before !== undefined) await put(before, { isDefault: false });
  };
  return {
    ...conflicts,
    /** Saves what is shown as this view. */
    save: (view: SavedView, content: SavedViewUpdate) =>
      attempt(view, content, async () => {
        showSaved(await put(view, content));
        notifyDone(`View "${view.name}" saved.`);
      }),
    create: async (object: SavedViewCreate) => {
      if (object.isDefault === true) await replaceDefault();
      const saved = await weft.entities.create({ entityName: "saved-view", object });
      know(saved);
      showSaved(saved);
      notifyDone(`View "${saved.name}" saved.`);
    },
    update: (view: SavedView, object: SavedViewUpdate, message: string) =>
      attempt(view, object, async () => {
        await put(view, object);
        notifyDone(message);
      }),
    /** A type has one default view: the one before is not the default any more. */
    makeDefault: (view: SavedView) =>
      attempt(view, { isDefault: true }, async () => {
        await replaceDefault();
        await put(view, { isDefault: true });
        notifyDone(`"${view.name}" opens first for everyone.`);
      }),
    remove: async (view: SavedView) => {
      await weft.entities.delete({ entityName: "saved-view", id: view.id });
      choose(undefined);
      await refetch();
    },
  };
}

/** Writes views, and shows them before the list of views is read again. */
function useViewStore() {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const know = (saved: SavedView) =>
    queryClient.setQueryData(queryKeys.savedViews.ofType(saved.viewedType), (before: readonly SavedView[] = []) => [
      ...before.filter(({ id }) => id !== saved.id),
      saved,
    ]);
  const put = async (view: SavedView, object: SavedViewUpdate) => {
    const saved = await weft.entities.update({ entityName: "saved-view", id: view.id, object, ifMatch: view.version });
    know(saved);
    return saved;
  };
  return { know, put, refetch: () => queryClient.invalidateQueries({ queryKey: queryKeys.savedViews.all() }) };
}

/** Attempts to save a view. If another user saved first, both versions are kept for the user to decide. */
function useAttempt(showSaved: OpenView["showSaved"]) {
  const weft = useWeft();
  const { know, put, refetch } = useViewStore();
  const [conflict, setConflict] = useState<ViewConflict>();
  const attempt = async (view: SavedView, mine: SavedViewUpdate, act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      if (isStatus(error, 412)) {
        const theirs = await weft.entities.get({ entityName: "saved-view", id: view.id });
        setConflict({ theirs, who: await writerOf(weft, theirs), mine });
      } else {
        const isDeleted = isStatus(error, 404);
        notifyError(
          isDeleted ? new Error(`The view "${view.name}" was deleted. Save your changes as a new view.`) : error,
        );
        if (isDeleted) await refetch();
      }
    }
  };
  return {
    attempt,
    conflict,
    /** Shows the view as the other user saved it. */
    takeTheirs: ({ theirs }: ViewConflict) => {
      setConflict(undefined);
      know(theirs);
      showSaved(theirs);
    },
    /** Saves over it. */
    writeMine: ({ theirs, mine }: ViewConflict) => {
      setConflict(undefined);
      return attempt(theirs, mine, async () => showSaved(await put(theirs, mine)));
    },
    endConflict: () => setConflict(undefined),
  };
}

function isStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

async function writerOf(weft: Weft, { updatedById }: SavedView): Promise<string | undefined> {
  if (updatedById === null) return undefined;
  const names = await findNames(weft, "user", [updatedById]).catch(() => new Map<string, string>());
  return names.get(updatedById);
}
