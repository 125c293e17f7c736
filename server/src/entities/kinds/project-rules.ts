import assert from "node:assert";
import { setProperty, textOf } from "../write/candidate.ts";
import { completeIdentifier } from "./complete-identifier.ts";
import type { KindRules } from "./kind-rules.ts";

/** A project comes with its root workspace, which has the same identifier. */
export const projectRules: KindRules = {
  takesFromOthers: true,
  complete(candidate, world) {
    completeIdentifier(candidate);
    // Never the caller's choice: it is made with the project and stays.
    const stored = candidate.before === undefined ? undefined : textOf(candidate.before, "rootWorkspaceId");
    setProperty(candidate, "rootWorkspaceId", stored ?? world.makeId(`root workspace of ${candidate.id}`));
  },
  besides(candidate) {
    const { name, properties, id, before } = candidate;
    const { identifier } = properties;
    const rootWorkspaceId = textOf(candidate, "rootWorkspaceId");
    assert(rootWorkspaceId !== undefined, "a project without its root workspace");
    if (before === undefined) {
      const object = { name, identifier, projectId: id };
      return [{ op: "create", entityType: "workspace", newId: rootWorkspaceId, object }];
    }
    // Whoever looks a project up by its workspace's identifier must continue finding it.
    return before.properties["identifier"] === identifier
      ? []
      : [{ op: "update", entityType: "workspace", address: { id: rootWorkspaceId }, object: { identifier } }];
  },
};
