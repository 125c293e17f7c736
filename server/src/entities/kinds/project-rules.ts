import assert from "node:assert";
import { setProperty, textOf } from "../write/candidate.ts";
import { completeIdentifier } from "./complete-identifier.ts";
import type { KindRules } from "./kind-rules.ts";

/** A new project comes with its root workspace, which has the same identifier. */
export const projectRules: KindRules = {
  complete(candidate, world) {
    completeIdentifier(candidate);
    // Never the caller's choice: it is made with the project and stays.
    const stored = candidate.before === undefined ? undefined : textOf(candidate.before, "rootWorkspaceId");
    setProperty(candidate, "rootWorkspaceId", stored ?? world.makeId(`root workspace of ${candidate.id}`));
  },
  besides(candidate) {
    const { name, properties, id } = candidate;
    const rootWorkspaceId = textOf(candidate, "rootWorkspaceId");
    assert(rootWorkspaceId !== undefined, "a project without its root workspace");
    return [
      {
        op: "create",
        entityType: "workspace",
        newId: rootWorkspaceId,
        object: { name, identifier: properties["identifier"], projectId: id },
      },
    ];
  },
};
