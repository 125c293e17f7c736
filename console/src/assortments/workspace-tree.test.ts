import type { Workspace } from "@weft/client";
import { expect, test } from "vitest";
import { workspaceTree } from "./workspace-tree.ts";

function workspace(id: string, parentWorkspaceId?: string): Workspace {
  const time = "2026-01-01T00:00:00.000Z";
  const common = { entityType: "workspace", typePath: "workspace", createdOn: time, updatedOn: time, version: 1 };
  return { ...common, id, name: id, ...(parentWorkspaceId === undefined ? {} : { parentWorkspaceId }) };
}

test("children are below their parent, sorted by name", () => {
  const rows = workspaceTree([
    workspace("men", "root"),
    workspace("root"),
    workspace("women", "root"),
    workspace("shoes", "men"),
  ]);

  expect(rows.map((row) => [row.workspace.id, row.depth])).toEqual([
    ["root", 0],
    ["men", 1],
    ["shoes", 2],
    ["women", 1],
  ]);
});

test("a workspace whose parent is not readable is at the top", () => {
  expect(workspaceTree([workspace("men", "hidden")])).toMatchObject([{ depth: 0 }]);
});
