import { isKindName, kindAccess, type Verb } from "@weft/contract";
import { forbidden, notFound } from "../errors.ts";
import type { Caller } from "./caller.ts";
import { isCovered, rightsOn } from "./readable-rights.ts";

/** What a decision is about: an entity, or a kind as a whole. */
export interface Target {
  readonly typePath: string;
  /** The project that the entity belongs to. Absent for what belongs to none. */
  readonly projectId?: string;
}

/** Fields is "all", or the names beside the identifying ones that the verb may touch. */
export type Decision =
  | { readonly isAllowed: false }
  | { readonly isAllowed: true; readonly fields: "all" | ReadonlySet<string> };

export type Decider = Pick<Caller, "rights" | "isAdministrator" | "taskId">;

const refused: Decision = { isAllowed: false };
const allowed: Decision = { isAllowed: true, fields: "all" };

/** Whether only administrators may do this to something of the kind. */
export function isAdministered(kind: string, verb: Verb): boolean {
  return isKindName(kind) && kindAccess[kind].administered.includes(verb);
}

/** The one place that decides. Every reader and writer passes through it. */
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

/** What may not be read does not exist; what may be read but not written is forbidden. */
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

/** What a decision about an entity is about: the kind declares how its entities belong to a project. */
export function targetOf({ typePath, id, projectId }: TargetEntity): Target {
  const root = rootOf(typePath);
  const { project } = isKindName(root) ? kindAccess[root] : { project: "none" };
  const owner = project === "itself" ? id : projectId;
  return owner === null || project === "none" ? { typePath } : { typePath, projectId: owner };
}

interface TargetEntity {
  readonly typePath: string;
  readonly id: string;
  /** As it is stored with the entity. */
  readonly projectId: string | null;
}

function rootOf(typePath: string): string {
  const end = typePath.indexOf(":");
  return end < 0 ? typePath : typePath.slice(0, end);
}
