import assert from "node:assert";
import { setProperty, textOf } from "../write/candidate.ts";
import { completeIdentifier } from "./complete-identifier.ts";
import type { KindRules } from "./kind-rules.ts";

/** A project has a root workspace with the same identifier. */
export const projectRules: KindRules = {
  takesFromOthers: true,
  complete(candidate, world) {
    completeIdentifier(candidate);
    // Never set by the caller: it is created with the project and stays.
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
    // Lookups of a project by its workspace's identifier must continue to work.
    return before.properties["identifier"] === identifier
      ? []
      : [{ op: "update", entityType: "workspace", address: { id: rootWorkspaceId }, object: { identifier } }];
  },
};
