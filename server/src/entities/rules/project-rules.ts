import assert from "node:assert";
import { completeIdentifier, type KindRules, setProperty, textOf } from "./kind-rules.ts";

/** A project has a root workspace with the same identifier. */
export const projectRules: KindRules = {
  takesFromOthers: true,
  complete(candidate, state) {
    completeIdentifier(candidate);
    // Never set by the caller: it is created with the project and stays.
    const stored = candidate.before === undefined ? undefined : textOf(candidate.before, "rootWorkspaceId");
    setProperty(candidate, "rootWorkspaceId", stored ?? state.makeId(`root workspace of ${candidate.id}`));
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

/** An item's data in one season. It belongs to the project. */
export const projectItemRules: KindRules = {
  complete(candidate) {
    candidate.projectId = textOf(candidate, "projectId") ?? null;
  },
};
