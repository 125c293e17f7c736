import { isKindName, kindAccess, type Right, type Verb } from "@weft/contract";
import type { Caller } from "./caller.ts";

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
