import { isKindName, kindAccess, type Verb } from "@weft/contract";
import { forbidden, notFound } from "../errors.ts";
import type { Caller } from "./caller.ts";
import { isCovered, rightsOn } from "./readable-rights.ts";

/** The target of a decision: an entity, or a kind as a whole. */
export interface Target {
  readonly typePath: string;
  /** The project that the entity belongs to, if any. */
  readonly projectId?: string;
}

/** Fields is "all", or the names in addition to the identifying ones that the verb may access. */
export type Decision =
  | { readonly isAllowed: false }
  | { readonly isAllowed: true; readonly fields: "all" | ReadonlySet<string> };

export type Decider = Pick<Caller, "rights" | "isAdministrator" | "taskId">;

const refused: Decision = { isAllowed: false };
const allowed: Decision = { isAllowed: true, fields: "all" };

/** Whether only administrators may apply the verb to the kind. */
export function isAdministered(kind: string, verb: Verb): boolean {
  return isKindName(kind) && kindAccess[kind].administered.includes(verb);
}

/** The only place that decides on access. Every reader and writer uses it. */
export function decide(caller: Decider, verb: Verb, target: Target): Decision {
  const root = rootOf(target.typePath);
  if (!isKindName(root)) {
    return refused;
  }
  const { administered } = kindAccess[root];
  if (administered.length > 0) {
    const isOpenToAll = !administered.includes(verb) && caller.taskId === undefined;
    return isOpenToAll || caller.isAdministrator ? allowed : refused;
  }
  const rights = rightsOn(caller, verb, root);
  if (rights.some((right) => right.fields === "all" && isCovered(right, target))) {
    return allowed;
  }
  const matching = rights.filter((right) => isCovered(right, target));
  return matching.length === 0
    ? refused
    : { isAllowed: true, fields: new Set(matching.flatMap(({ fields }) => [...fields])) };
}

/** 404 if the caller may not read it; 403 if the caller may read but not write it. */
export function requireRight(caller: Decider, verb: Verb, target: Target, id: string): Decision {
  const decision = decide(caller, verb, target);
  if (decision.isAllowed) {
    return decision;
  }
  if (verb !== "read" && decide(caller, "read", target).isAllowed) {
    throw forbidden(`This credential can read ${target.typePath} but cannot ${verb} it.`);
  }
  throw notFound(rootOf(target.typePath), id);
}

/** The target of a decision on an entity: the kind declares how its entities belong to a project. */
export function targetOf({ typePath, id, projectId }: TargetEntity): Target {
  const root = rootOf(typePath);
  const { project } = isKindName(root) ? kindAccess[root] : { project: "none" };
  const owner = project === "itself" ? id : projectId;
  return owner === null || project === "none" ? { typePath } : { typePath, projectId: owner };
}

interface TargetEntity {
  readonly typePath: string;
  readonly id: string;
  /** As stored with the entity. */
  readonly projectId: string | null;
}

function rootOf(typePath: string): string {
  const end = typePath.indexOf(":");
  return end < 0 ? typePath : typePath.slice(0, end);
}
