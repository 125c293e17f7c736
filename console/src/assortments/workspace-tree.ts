import type { Workspace } from "@weft/client";

export interface TreeRow {
  readonly workspace: Workspace;
  /** The depth. */
  readonly depth: number;
}

/** Each workspace below its parent, sorted by name. One whose parent is not readable is at the top. */
export function workspaceTree(workspaces: readonly Workspace[]): readonly TreeRow[] {
  const ids = new Set(workspaces.map(({ id }) => id));
  const children = new Map<string, Workspace[]>();
  for (const workspace of byName(workspaces)) {
    const { parentWorkspaceId = "" } = workspace;
    const place = ids.has(parentWorkspaceId) ? parentWorkspaceId : "";
    children.set(place, [...(children.get(place) ?? []), workspace]);
  }
  const below = (parentId: string, depth: number): TreeRow[] =>
    (children.get(parentId) ?? []).flatMap((workspace) => [{ workspace, depth }, ...below(workspace.id, depth + 1)]);
  return below("", 0);
}

function byName(workspaces: readonly Workspace[]): Workspace[] {
  return [...workspaces].sort((one, other) => (one.name ?? "").localeCompare(other.name ?? "", "en"));
}
