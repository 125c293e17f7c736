import { addError, type Candidate, setProperty, textOf } from "../write/candidate.ts";
import type { World } from "../write/world.ts";
import { completeIdentifier } from "./complete-identifier.ts";
import type { KindRules } from "./kind-rules.ts";
import { refuseMoveWithContents } from "./refuse-move.ts";

const foldersMax = 50;

/** A workspace belongs to a project; a folder takes the project of its parent workspace. */
export const workspaceRules: KindRules = {
  takesFromOthers: true,
  complete(candidate, world) {
    completeIdentifier(candidate);
    const parentId = textOf(candidate, "parentWorkspaceId");
    if (parentId !== undefined) {
      const [parent] = world.forKeyShare([{ entityType: "workspace", id: parentId }]);
      const projectId = parent === undefined ? undefined : textOf(parent, "projectId");
      if (projectId !== undefined) {
        inherit(candidate, projectId);
        refuseCircle(candidate, parentId, world);
      }
    }
    candidate.projectId = textOf(candidate, "projectId") ?? null;
    const slug = candidate.sent["parentWorkspaceId"] === undefined ? "projectId" : "parentWorkspaceId";
    refuseMoveOfRoot(candidate, world, slug);
    refuseMoveWithContents(candidate, world, slug, [
      { entityType: "workspace", slug: "parentWorkspaceId" },
      { entityType: "assortment", slug: "workspaceId" },
    ]);
  },
};

function refuseMoveOfRoot(candidate: Candidate, world: World, slug: string): void {
  const projectId = candidate.before?.projectId ?? candidate.projectId;
  if (projectId === null || projectId === candidate.projectId) {
    return;
  }
  const [project] = world.forKeyShare([{ entityType: "project", id: projectId }]);
  if (project !== undefined && textOf(project, "rootWorkspaceId") === candidate.id) {
    addError(candidate, slug, "invalid-value", `This is the root workspace of the project ${projectId}.`);
  }
}

function inherit(candidate: Candidate, projectId: string): void {
  const { projectId: sent } = candidate.sent;
  if (typeof sent === "string" && sent !== projectId) {
    addError(candidate, "projectId", "invalid-value", `The parent workspace belongs to the project ${projectId}.`);
  }
  setProperty(candidate, "projectId", projectId);
}

function refuseCircle(candidate: Candidate, parentId: string, world: World): void {
  const { before } = candidate;
  if (before !== undefined && textOf(before, "parentWorkspaceId") !== parentId) {
    // The lock serializes two concurrent moves that put two workspaces into each other.
    world.forUpdate(before);
  }
  let ancestorId: string | undefined = parentId;
  for (let depth = 0; ancestorId !== undefined; depth++) {
    if (ancestorId === candidate.id || depth > foldersMax) {
      const detail = "A workspace cannot contain itself or be nested more than 50 levels deep.";
      addError(candidate, "parentWorkspaceId", "invalid-value", detail);
      return;
    }
    const [ancestor] = world.forKeyShare([{ entityType: "workspace", id: ancestorId }]);
    ancestorId = ancestor === undefined ? undefined : textOf(ancestor, "parentWorkspaceId");
  }
}
