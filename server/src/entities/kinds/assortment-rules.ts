import { addFault, setProperty, textOf } from "../write/candidate.ts";
import { completeIdentifier } from "./complete-identifier.ts";
import type { KindRules } from "./kind-rules.ts";
import { refuseMoveWithContents } from "./refuse-move.ts";

/** An assortment lies in a workspace and takes its project from there. */
export const assortmentRules: KindRules = {
  complete(candidate, world) {
    completeIdentifier(candidate);
    const workspaceId = textOf(candidate, "workspaceId");
    if (workspaceId !== undefined) {
      const [workspace] = world.toReferTo([{ entityType: "workspace", id: workspaceId }]);
      const projectId = workspace === undefined ? undefined : textOf(workspace, "projectId");
      const { projectId: sent } = candidate.sent;
      if (typeof sent === "string" && projectId !== undefined && sent !== projectId) {
        addFault(candidate, "projectId", "invalid-value", `The workspace belongs to the project ${projectId}.`);
      }
      setProperty(candidate, "projectId", projectId);
    }
    const composedFrom = candidate.properties["composedFromAssortmentIds"];
    if (Array.isArray(composedFrom) && composedFrom.includes(candidate.id)) {
      const detail = "An assortment cannot be composed from itself.";
      addFault(candidate, "composedFromAssortmentIds", "invalid-value", detail);
    }
    candidate.projectId = textOf(candidate, "projectId") ?? null;
    refuseMoveWithContents(candidate, world, "workspaceId", [{ entityType: "assortment-item", slug: "assortmentId" }]);
  },
};
