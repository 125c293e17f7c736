import type { ChangeDraft } from "../../changes/change.ts";
import { insertSeenTypes } from "../../entity-types/entity-type-store.ts";
import { lineageOf } from "../../entity-types/type-tree.ts";
import type { Transaction } from "../../platform/database/database.ts";
import type { WriteRequest } from "../model/write-request.ts";
import type { PlanState } from "./state/plan-state.ts";

/**
 * Adds undefined types that entities have, with all their ancestors. Records a change for each, in the name of the
 * writer that introduced it.
 */
export async function addSeenTypes(
  tx: Transaction,
  orgId: string,
  state: PlanState,
  requests: readonly WriteRequest[],
): Promise<ChangeDraft[]> {
  const seen = state.plan.seenTypes();
  if (seen.length === 0) {
    return [];
  }
  const known = new Set(state.types.nodes().map(({ typePath }) => typePath));
  const added = new Map<string, ChangeDraft>();
  for (const [typePath, draftNumber] of seen) {
    const author = requests[draftNumber]?.writer.author;
    for (const path of lineageOf(typePath)) {
      if (author !== undefined && !known.has(path) && !added.has(path)) {
        added.set(path, changeOfType(path, author));
      }
    }
  }
  for (const [author, paths] of pathsByAuthor([...added.values()])) {
    await insertSeenTypes(tx, orgId, paths, author);
  }
  return [...added.values()];
}

function changeOfType(path: string, author: ChangeDraft["author"]): ChangeDraft {
  return {
    entityType: "entity-type",
    entityId: path,
    typePath: "entity-type",
    projectId: null,
    federatedId: null,
    action: "create",
    entityVersion: 1,
    diffs: JSON.stringify({ typePath: path, label: path, mode: "open", isDescribed: false, properties: [] }),
    author,
  };
}

function pathsByAuthor(changes: readonly ChangeDraft[]): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const { author, entityId } of changes) {
    paths.set(author.actorId, [...(paths.get(author.actorId) ?? []), entityId]);
  }
  return paths;
}
