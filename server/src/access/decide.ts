import { isKindName, kindAccess, type OperationAccess, type Right, type Verb, type ViewScope } from "@weft/contract";
import { forbidden, notFound, nothingFound } from "../platform/errors.ts";
import type { Caller } from "./caller.ts";
import { requireNotSuspended } from "./suspension.ts";

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
  const { administered, isPersonal } = kindAccess[root];
  if (isPersonal === true) {
    return caller.taskId === undefined ? allowed : refused;
  }
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

/** A suspended org has no callers. To the token of a task, nothing exists but that task and the token itself. */
export function requireOperation(
  { suspension, taskId }: Pick<Caller, "suspension" | "taskId">,
  access: OperationAccess,
): void {
  requireNotSuspended(suspension);
  if (taskId !== undefined && access !== "task") {
    throw nothingFound("This token is only valid for its task. Use an API key for other requests.");
  }
}

/** Workflows call other systems by the same right as webhooks do. */
export function requireOutboundRight(caller: Decider): void {
  if (!decide(caller, "create", { typePath: "webhook" }).isAllowed) {
    throw forbidden(
      "A workflow with http tasks calls other systems, as webhooks do. Only administrators (roles owner and admin, preset admin) can define such tasks.",
    );
  }
}

/** A purge destroys history, which the right to delete does not include. */
export function requirePurgeRight(caller: Decider, target?: Target, id = ""): void {
  if (!caller.isAdministrator) {
    throw forbidden("Only administrators (roles owner and admin, preset admin) can purge entities.");
  }
  if (target !== undefined) {
    requireRight(caller, "delete", target, id);
  }
}

/** A saved view, as far as access depends on it. */
export interface ViewTarget {
  readonly viewedType: string;
  readonly ownerId: string;
  readonly scope: ViewScope;
  readonly roles: readonly string[];
  readonly isLocked: boolean;
}

type ViewCaller = Pick<Caller, "rights" | "isAdministrator" | "taskId" | "actor" | "role" | "credential">;

/** A private view is its owner's alone: for all others, administrators included, it does not exist. */
export function mayReadView(caller: ViewCaller, { viewedType, ownerId, scope, roles }: ViewTarget): boolean {
  if (ownerId === caller.actor.id) {
    return true;
  }
  const hasRole = caller.isAdministrator || (caller.role !== undefined && roles.includes(caller.role));
  const isShared = scope === "everyone" || (scope === "role" && hasRole);
  return isShared && rightsOn(caller, "read", rootOf(viewedType)).length > 0;
}

/** Locks and defaults are for those who define types. */
export function isViewSteward(caller: Decider): boolean {
  return decide(caller, "update", { typePath: "entity-type" }).isAllowed;
}

/**
 * Throws unless the caller, who may read the view, may write it. Users who are signed in may have private views whatever
 * their rights; everything else needs the right on saved-view.
 */
export function requireViewRight(caller: ViewCaller, verb: Verb, { scope, isLocked }: ViewTarget): void {
  if (isViewSteward(caller)) {
    return;
  }
  if (isLocked) {
    throw forbidden("This view is locked. Only administrators can change it. Save your own copy instead.");
  }
  const isGranted = rightsOn(caller, verb, "saved-view").some(({ fields }) => fields === "all");
  if (!isGranted && (scope !== "private" || caller.credential.type !== "session")) {
    const what = scope === "private" ? `${verb} saved-view` : `${verb} saved-view for others`;
    throw forbidden(`This credential cannot ${what}. It needs the right to ${verb} saved-view or *.`);
  }
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

/** What one right grants on the entities of a root type. */
export interface TypeRight {
  readonly typePath: string;
  /** False for a right on exactly the path. */
  readonly includesBelow: boolean;
  /** The only project that the right applies to. Absent if it applies everywhere. */
  readonly project?: { readonly id: string; readonly membership: "itself" | "projectId" };
  /** "all", or the names in addition to the identifying fields. */
  readonly fields: "all" | ReadonlySet<string>;
}

// A caller's rights are one array object while the caller is cached, and there are few kinds of entities.
const known = new WeakMap<readonly Right[], Record<Verb, Map<string, readonly TypeRight[]>>>();

/** The rights that grant the verb on all or some entities of the root type, for use in SQL. */
export function rightsOn({ rights }: Pick<Caller, "rights">, verb: Verb, rootType: string): readonly TypeRight[] {
  const ofRights = known.get(rights) ?? { read: new Map(), create: new Map(), update: new Map(), delete: new Map() };
  const found = ofRights[verb].get(rootType);
  if (found !== undefined) {
    return found;
  }
  const read = findRights(rights, verb, rootType);
  ofRights[verb].set(rootType, read);
  known.set(rights, ofRights);
  return read;
}

function findRights(rights: readonly Right[], verb: Verb, rootType: string): readonly TypeRight[] {
  if (!isKindName(rootType)) {
    return [];
  }
  const { project: membership } = kindAccess[rootType];
  return rights.flatMap((right) => {
    const scope = right.verbs.includes(verb) ? scopeOf(right.typePath, rootType) : undefined;
    if (scope === undefined) {
      return [];
    }
    const fields = right.fields === undefined ? "all" : new Set(right.fields);
    if (right.projectId === undefined) {
      return [{ ...scope, fields }];
    }
    // A right on a project never covers kinds outside projects.
    return membership === "none" ? [] : [{ ...scope, fields, project: { id: right.projectId, membership } }];
  });
}

/** Whether the right covers the entity. */
export function isCovered(right: TypeRight, target: { readonly typePath: string; readonly projectId?: string }) {
  const isPath =
    target.typePath === right.typePath || (right.includesBelow && target.typePath.startsWith(`${right.typePath}:`));
  return isPath && (right.project === undefined || right.project.id === target.projectId);
}

function scopeOf(pattern: string, rootType: string): Pick<TypeRight, "typePath" | "includesBelow"> | undefined {
  if (pattern === "*") {
    return { typePath: rootType, includesBelow: true };
  }
  const includesBelow = pattern.endsWith(":*");
  const typePath = includesBelow ? pattern.slice(0, -2) : pattern;
  const isOfRoot = typePath === rootType || typePath.startsWith(`${rootType}:`);
  return isOfRoot ? { typePath, includesBelow } : undefined;
}
