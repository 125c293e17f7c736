import type { JsonValue } from "../../platform/json-value.ts";
import { isSameJson } from "../../platform/same-json.ts";
import type { Properties } from "../entity.ts";
import { addError, type Candidate, setProperty, textOf } from "../write/candidate.ts";
import type { World } from "../write/world.ts";
import { completeIdentifier } from "./complete-identifier.ts";
import type { KindRules } from "./kind-rules.ts";
import { refuseMoveWithContents } from "./refuse-move.ts";

/** The maximum number of assortments that one may be composed from, directly and indirectly. */
const composedFromMax = 200;

/** An assortment belongs to a workspace and takes its project from there. */
export const assortmentRules: KindRules = {
  takesFromOthers: true,
  complete(candidate, world) {
    completeIdentifier(candidate);
    const workspaceId = textOf(candidate, "workspaceId");
    if (workspaceId !== undefined) {
      const [workspace] = world.forKeyShare([{ entityType: "workspace", id: workspaceId }]);
      const projectId = workspace === undefined ? undefined : textOf(workspace, "projectId");
      const { projectId: sent } = candidate.sent;
      if (typeof sent === "string" && projectId !== undefined && sent !== projectId) {
        addError(candidate, "projectId", "invalid-value", `The workspace belongs to the project ${projectId}.`);
      }
      setProperty(candidate, "projectId", projectId);
    }
    refuseCircle(candidate, world);
    keepSummary(candidate);
    candidate.projectId = textOf(candidate, "projectId") ?? null;
    refuseMoveWithContents(candidate, world, "workspaceId", [{ entityType: "assortment-item", slug: "assortmentId" }]);
  },
};

/** The ids of the assortments that an assortment is the union of. */
export function composedFromIds({ properties }: { readonly properties: Properties }): string[] {
  const ids: JsonValue = properties["composedFromAssortmentIds"];
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}

/** Rejects cycles of sources: their composition would never settle. */
function refuseCircle(candidate: Candidate, world: World): void {
  const { id, before, properties } = candidate;
  if (isSameJson(properties["composedFromAssortmentIds"], before?.properties["composedFromAssortmentIds"])) {
    return;
  }
  if (before !== undefined) {
    // The lock serializes two concurrent changes that compose two assortments from each other.
    world.forUpdate(before);
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
    const sources = world.forKeyShare(level.map((sourceId) => ({ entityType: "assortment", id: sourceId })));
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
