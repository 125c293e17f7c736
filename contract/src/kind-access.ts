import type { EntityKindName } from "./entity-kinds.ts";

export const verbs = ["read", "create", "update", "delete"] as const;
export type Verb = (typeof verbs)[number];

/** Kinds other than product data. Administered kinds belong to administrators, regardless of rights. */
export type KindName =
  | EntityKindName
  | "file"
  | "loader-process"
  | "event-workflow"
  | "event-workflow-process"
  | "event-workflow-task"
  | "user"
  | "role"
  | "app"
  | "api-key"
  | "access-token"
  | "webhook"
  | "webhook-delivery"
  | "inbound-webhook"
  | "audit-entry"
  | "org"
  | "entity-type"
  | "option-set"
  | "saved-view";

/**
 * How the entities of a kind belong to a project: a project belongs to itself, "projectId" is stored with the entity,
 * and a right with a projectId does not cover kinds outside projects.
 */
export type ProjectMembership = "itself" | "projectId" | "none";

export interface KindAccess {
  readonly project: ProjectMembership;
  /** The verbs reserved for administrators. No right grants them, not even on *. */
  readonly administered: readonly Verb[];
  /** True if every caller may have entities of its own. Access to each depends on the entity: see decide.ts. */
  readonly isPersonal?: true;
}

const ofNoProject: KindAccess = { project: "none", administered: [] };
const ofItsProject: KindAccess = { project: "projectId", administered: [] };
const administered: KindAccess = { project: "none", administered: verbs };
const readByAll: KindAccess = { project: "none", administered: ["create", "update", "delete"] };

/** The access rules of each kind. Every reader and writer uses this table; a kind that is missing does not compile. */
export const kindAccess: Readonly<Record<KindName, KindAccess>> = {
  item: ofNoProject,
  project: { project: "itself", administered: [] },
  workspace: ofItsProject,
  "project-item": ofItsProject,
  assortment: ofItsProject,
  "assortment-item": ofItsProject,
  color: ofNoProject,
  "custom-entity": ofNoProject,
  "size-range-template": ofNoProject,
  file: ofNoProject,
  "loader-process": ofNoProject,
  "event-workflow": ofNoProject,
  "event-workflow-process": ofNoProject,
  "event-workflow-task": ofNoProject,
  user: administered,
  role: administered,
  app: administered,
  "api-key": administered,
  "access-token": administered,
  webhook: administered,
  "webhook-delivery": administered,
  "inbound-webhook": administered,
  "audit-entry": administered,
  org: readByAll,
  "entity-type": readByAll,
  "option-set": readByAll,
  "saved-view": { ...ofNoProject, isPersonal: true },
};

export function isKindName(name: string): name is KindName {
  return Object.hasOwn(kindAccess, name);
}

/** The kinds that rights can cover, in the order of the table. */
export const kindsWithRights: readonly KindName[] = Object.keys(kindAccess)
  .filter(isKindName)
  .filter((name) => kindAccess[name].administered.length === 0);

/** The kinds whose entities belong to a project. */
export const projectKinds: readonly KindName[] = kindsWithRights.filter((name) => kindAccess[name].project !== "none");
