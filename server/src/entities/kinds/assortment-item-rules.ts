import { addError, type Candidate, setProperty, textOf } from "../write/candidate.ts";
import { pairKey } from "../write/unique-keys.ts";
import type { World } from "../write/world.ts";
import type { KindRules } from "./kind-rules.ts";

/** A member of an assortment, with the item's project item in the assortment's project, if there is one. */
export const assortmentItemRules: KindRules = {
  takesFromOthers: true,
  complete(candidate, world) {
    const assortmentId = textOf(candidate, "assortmentId");
    if (assortmentId === undefined) {
      return;
    }
    const [assortment] = world.forKeyShare([{ entityType: "assortment", id: assortmentId }]);
    candidate.projectId = assortment?.projectId ?? null;
    completeProjectItem(candidate, world);
  },
};

function completeProjectItem(candidate: Candidate, world: World): void {
  const { projectId } = candidate;
  const itemId = textOf(candidate, "itemId");
  const projectItemId = textOf(candidate, "projectItemId");
  if (projectId === null || itemId === undefined) {
    return;
  }
  const [projectItem] =
    projectItemId === undefined ? [] : world.forKeyShare([{ entityType: "project-item", id: projectItemId }]);
  const isOfPair = textOf(projectItem, "itemId") === itemId && textOf(projectItem, "projectId") === projectId;
  if (typeof candidate.sent["projectItemId"] !== "string" && !isOfPair) {
    const [found] = world.holdersOf([pairKey("project-item", ["projectId", projectId], ["itemId", itemId])]);
    setProperty(candidate, "projectItemId", found);
  } else if (projectItem !== undefined && !isOfPair) {
    const detail = "The project item belongs to another item or to another project.";
    addError(candidate, "projectItemId", "invalid-value", detail);
  }
}
