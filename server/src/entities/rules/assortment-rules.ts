import type { JsonValue } from "../../platform/json-value.ts";
import { isSameJson } from "../../platform/same-json.ts";
import type { Properties } from "../model/entity.ts";
import { pairKey } from "../write/state/plan.ts";
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

/** The maximum number of assortments that one may be composed from, directly and indirectly. */
const composedFromMax = 200;

/** An assortment belongs to a workspace and takes its project from there. */
export const assortmentRules: KindRules = {
  takesFromOthers: true,
  complete(candidate, state) {
    completeIdentifier(candidate);
    const workspaceId = textOf(candidate, "workspaceId");
    if (workspaceId !== undefined) {
      const [workspace] = state.forKeyShare([{ entityType: "workspace", id: workspaceId }]);
      const projectId = workspace === undefined ? undefined : textOf(workspace, "projectId");
      const { projectId: sent } = candidate.sent;
      if (typeof sent === "string" && projectId !== undefined && sent !== projectId) {
        addError(candidate, "projectId", "invalid-value", `The workspace belongs to the project ${projectId}.`);
      }
      setProperty(candidate, "projectId", projectId);
    }
    refuseCircle(candidate, state);
    keepSummary(candidate);
    candidate.projectId = textOf(candidate, "projectId") ?? null;
    refuseMoveWithContents(candidate, state, "workspaceId", [{ entityType: "assortment-item", slug: "assortmentId" }]);
  },
};

/** The ids of the assortments that an assortment is the union of. */
export function composedFromIds({ properties }: { readonly properties: Properties }): string[] {
  const ids: JsonValue = properties["composedFromAssortmentIds"];
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}

/** Rejects cycles of sources: their composition would never settle. */
function refuseCircle(candidate: Candidate, state: PlanState): void {
  const { id, before, properties } = candidate;
  if (isSameJson(properties["composedFromAssortmentIds"], before?.properties["composedFromAssortmentIds"])) {
    return;
  }
  if (before !== undefined) {
    // The lock serializes two concurrent changes that compose two assortments from each other.
    state.forUpdate(before);
  }
  const seen = new Set<string>();
  for (let level = composedFromIds(candidate); level.length > 0; ) {
    if (level.includes(id) || seen.size + level.length > composedFromMax) {
      const detail = `An assortment cannot be composed from itself or from more than ${composedFromMax} others.`;
      addError(candidate, "composedFromAssortmentIds", "invalid-value", detail);
      return;
    }
    for (const sourceId of level) {
      seen.add(sourceId);
    }
    const sources = state.forKeyShare(level.map((sourceId) => ({ entityType: "assortment", id: sourceId })));
    const next = sources.flatMap((source) => (source === undefined ? [] : composedFromIds(source)));
    level = [...new Set(next)].filter((sourceId) => !seen.has(sourceId));
  }
}

/** The summary is computed on publish. Callers may send it back as they read it. */
function keepSummary(candidate: Candidate): void {
  const { sent, before } = candidate;
  const stored = before?.properties["summary"];
  if (sent["summary"] !== undefined && !isSameJson(sent["summary"], stored)) {
    addError(candidate, "summary", "read-only", "summary is set by the service; omit it.");
  }
  setProperty(candidate, "summary", stored);
}

/** A member of an assortment, with the item's project item in the assortment's project, if there is one. */
export const assortmentItemRules: KindRules = {
  takesFromOthers: true,
  complete(candidate, state) {
    const assortmentId = textOf(candidate, "assortmentId");
    if (assortmentId === undefined) {
      return;
    }
    const [assortment] = state.forKeyShare([{ entityType: "assortment", id: assortmentId }]);
    candidate.projectId = assortment?.projectId ?? null;
    completeProjectItem(candidate, state);
  },
};

function completeProjectItem(candidate: Candidate, state: PlanState): void {
  const { projectId } = candidate;
  const itemId = textOf(candidate, "itemId");
  const projectItemId = textOf(candidate, "projectItemId");
  if (projectId === null || itemId === undefined) {
    return;
  }
  const [projectItem] =
    projectItemId === undefined ? [] : state.forKeyShare([{ entityType: "project-item", id: projectItemId }]);
  const isOfPair = textOf(projectItem, "itemId") === itemId && textOf(projectItem, "projectId") === projectId;
  if (typeof candidate.sent["projectItemId"] !== "string" && !isOfPair) {
    const [found] = state.holdersOf([pairKey("project-item", ["projectId", projectId], ["itemId", itemId])]);
    setProperty(candidate, "projectItemId", found);
  } else if (projectItem !== undefined && !isOfPair) {
    const detail = "The project item belongs to another item or to another project.";
    addError(candidate, "projectItemId", "invalid-value", detail);
  }
}
