import type { Verb } from "@weft/contract";
import { forbidden, notFound } from "../errors.ts";
import type { Caller } from "./caller.ts";
import { isCovered, rightsOn } from "./readable-rights.ts";

/** What a decision is about: an entity, or a type as a whole. */
export interface Target {
  readonly typePath: string;
  /** The project that the entity belongs to; left out where it belongs to none. */
  readonly projectId?: string;
}

/** Fields is "all", or the names beside the identifying ones that the verb may touch. */
export type Decision =
  | { readonly isAllowed: false }
  | { readonly isAllowed: true; readonly fields: "all" | ReadonlySet<string> };

export type Decider = Pick<Caller, "rights" | "isAdministrator" | "taskId">;

const refused: Decision = { isAllowed: false };
const allowed: Decision = { isAllowed: true, fields: "all" };

const allVerbs: readonly Verb[] = ["read", "create", "update", "delete"];
const writes: readonly Verb[] = ["create", "update", "delete"];

/** The verbs on each type that only administrators have. No right on product data, not even *, covers them. */
const administered: ReadonlyMap<string, readonly Verb[]> = new Map(
  Object.entries({
    user: allVerbs,
    role: allVerbs,
    app: allVerbs,
    "api-key": allVerbs,
    "access-token": allVerbs,
    webhook: allVerbs,
    "webhook-delivery": allVerbs,
    "inbound-webhook": allVerbs,
    org: writes,
    "entity-type": writes,
    "option-set": writes,
  }),
);

/** The one place that decides. Every reader and writer passes through it. */
export function decide(caller: Decider, verb: Verb, target: Target): Decision {
  const root = rootOf(target.typePath);
  const administeredVerbs = administered.get(root);
  if (administeredVerbs !== undefined) {
    const isOpenToAll = !administeredVerbs.includes(verb) && caller.taskId === undefined;
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
    throw forbidden(`This credential may read ${target.typePath}, but not ${verb} it.`);
  }
  throw notFound(rootOf(target.typePath), id);
}

function rootOf(typePath: string): string {
  const end = typePath.indexOf(":");
  return end < 0 ? typePath : typePath.slice(0, end);
}
