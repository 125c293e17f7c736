import type { PlanState } from "../write/state/plan-state.ts";
import {
  addError,
  type Candidate,
  completeIdentifier,
  type KindRules,
  refuseMoveWithContents,
  setProperty,
  textOf,
} from "./kind-rules.ts";

const foldersMax = 50;

/** A workspace belongs to a project; a folder takes the project of its parent workspace. */
export const workspaceRules: KindRules = {
  takesFromOthers: true,
  complete(candidate, state) {
    completeIdentifier(candidate);
    const parentId = textOf(candidate, "parentWorkspaceId");
    if (parentId !== undefined) {
      const [parent] = state.forKeyShare([{ entityType: "workspace", id: parentId }]);
      const projectId = parent === undefined ? undefined : textOf(parent, "projectId");
      if (projectId !== undefined) {
        inherit(candidate, projectId);
        refuseCircle(candidate, parentId, state);
      }
    }
    candidate.projectId = textOf(candidate, "projectId") ?? null;
    const slug = candidate.sent["parentWorkspaceId"] === undefined ? "projectId" : "parentWorkspaceId";
    refuseMoveOfRoot(candidate, state, slug);
    refuseMoveWithContents(candidate, state, slug, [
      { entityType: "workspace", slug: "parentWorkspaceId" },
      { entityType: "assortment", slug: "workspaceId" },
    ]);
  },
};

function refuseMoveOfRoot(candidate: Candidate, state: PlanState, slug: string): void {
  const projectId = candidate.before?.projectId ?? candidate.projectId;
  if (projectId === null || projectId === candidate.projectId) {
    return;
  }
  const [project] = state.forKeyShare([{ entityType: "project", id: projectId }]);
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

function refuseCircle(candidate: Candidate, parentId: string, state: PlanState): void {
  const { before } = candidate;
  if (before !== undefined && textOf(before, "parentWorkspaceId") !== parentId) {
    // The lock serializes two concurrent moves that put two workspaces into each other.
    state.forUpdate(before);
  }
  let ancestorId: string | undefined = parentId;
  for (let depth = 0; ancestorId !== undefined; depth++) {
    if (ancestorId === candidate.id || depth > foldersMax) {
      const detail = "A workspace cannot contain itself or be nested more than 50 levels deep.";
      addError(candidate, "parentWorkspaceId", "invalid-value", detail);
      return;
    }
    const [ancestor] = state.forKeyShare([{ entityType: "workspace", id: ancestorId }]);
    ancestorId = ancestor === undefined ? undefined : textOf(ancestor, "parentWorkspaceId");
  }
}
