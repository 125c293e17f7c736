import type { SavedView, Whoami } from "@weft/client";
import { mayDo } from "../../../session/session.ts";

/** What the user may do with views, as the service decides it. */
export function viewRightsOf(who: Whoami) {
  const isSteward = who.isAdministrator;
  const may = (verb: "update" | "delete", { scope, isLocked }: SavedView) =>
    isSteward || (!isLocked && (scope === "private" || mayDo(who, verb, "saved-view")));
  return {
    /** Locks views and chooses defaults. */
    isSteward,
    mayShare: isSteward || mayDo(who, "create", "saved-view"),
    mayChange: (view: SavedView) => may("update", view),
    mayDelete: (view: SavedView) => may("delete", view),
  };
}

/** Views as the menu lists them: of the user, of roles, of everyone. */
export function viewGroupsOf(views: readonly SavedView[]) {
  const inScope = (scope: SavedView["scope"]) =>
    views.filter((view) => view.scope === scope).toSorted((one, other) => one.name.localeCompare(other.name));
  return [
    { title: "My views", views: inScope("private") },
    { title: "Shared with roles", views: inScope("role") },
    { title: "Everyone", views: inScope("everyone") },
  ].filter((group) => group.views.length > 0);
}
