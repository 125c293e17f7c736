import {
  type BuiltInRole,
  builtInRoles,
  type OAuthScope,
  type Preset,
  type Right,
  type Verb,
  verbs,
} from "@weft/contract";
import type { Database } from "../platform/database/database.ts";
import { forbidden } from "../platform/errors.ts";
import type { Caller } from "./caller.ts";
import { findRightsOfRole } from "./role-store.ts";

/** The grants of a credential: rights on product data, and whether it administers the org. */
export interface Grants {
  readonly rights: readonly Right[];
  readonly isAdministrator: boolean;
}

const everything: Right = { verbs: [...verbs], typePath: "*" };
const readEverything: Right = { verbs: ["read"], typePath: "*" };

const loadedTypes = [
  "item:*",
  "project-item:*",
  "assortment:*",
  "assortment-item:*",
  "color:*",
  "custom-entity:*",
  "size-range-template:*",
  "file",
  "loader-process",
];

const presetGrants: Readonly<Record<Preset, Grants>> = {
  "read-only": { rights: [readEverything], isAdministrator: false },
  loader: {
    rights: [readEverything, ...loadedTypes.map((typePath): Right => ({ verbs: [...verbs], typePath }))],
    isAdministrator: false,
  },
  callback: { rights: [{ verbs: ["read", "update"], typePath: "event-workflow-task" }], isAdministrator: false },
  admin: { rights: [everything], isAdministrator: true },
};

const roleGrants: Readonly<Record<BuiltInRole, Grants>> = {
  owner: { rights: [everything], isAdministrator: true },
  admin: { rights: [everything], isAdministrator: true },
  editor: { rights: [everything], isAdministrator: false },
  viewer: { rights: [readEverything], isAdministrator: false },
};

const nothing: Grants = { rights: [], isAdministrator: false };

export function isBuiltInRole(role: string): role is BuiltInRole {
  return builtInRoles.some((name) => name === role);
}

/** A custom role has exactly the rights it lists; a deleted one has none. */
export function grantsOfRole(role: string, ownRights: readonly Right[] | null): Grants {
  if (isBuiltInRole(role)) {
    return roleGrants[role];
  }
  return ownRights === null ? nothing : { rights: ownRights, isAdministrator: false };
}

export function grantsOfKey(preset: Preset | null, ownRights: readonly Right[] | null): Grants {
  if (preset !== null) {
    return presetGrants[preset];
  }
  return ownRights === null ? nothing : { rights: ownRights, isAdministrator: false };
}

/** What a stored credential and its owner say about its grants. */
export interface StoredGrants {
  readonly scope: OAuthScope | null;
  readonly preset: Preset | null;
  readonly rights: Right[] | null;
  /** Of a user's credential. */
  readonly user_role: string | null;
  readonly role_rights: Right[] | null;
}

/** The grants of any credential: its own, those of its user, or by its scope fewer than those of its user. */
export function grantsOfCredential({ scope, preset, rights, user_role: role, role_rights }: StoredGrants): Grants {
  if (scope !== null) {
    return role === null ? nothing : narrowToScope(grantsOfRole(role, role_rights), scope);
  }
  return role === null || preset !== null || rights !== null
    ? grantsOfKey(preset, rights)
    : grantsOfRole(role, role_rights);
}

/** Never an administrator. To read is what the role may read, which can be less than the preset read-only. */
function narrowToScope({ rights }: Grants, scope: OAuthScope): Grants {
  switch (scope) {
    case "read":
      return {
        rights: rights.flatMap((right) => (right.verbs.includes("read") ? [{ ...right, verbs: ["read"] }] : [])),
        isAdministrator: false,
      };
    case "write":
      return { rights, isAdministrator: false };
  }
}

/**
 * Whether the holder may do everything that the wanted grants allow. Compares rights as written: a wanted right is
 * covered by rights on its type path or one above. Kinds that together make up "*" do not cover it.
 */
export function coversGrants(holder: Grants, wanted: Grants): boolean {
  return (
    (holder.isAdministrator || !wanted.isAdministrator) &&
    wanted.rights.every((right) => right.verbs.every((verb) => coversRight(holder.rights, verb, right)))
  );
}

function coversRight(held: readonly Right[], verb: Verb, wanted: Right): boolean {
  const covering = held.filter(
    (right) =>
      right.verbs.includes(verb) &&
      coversPath(right.typePath, wanted.typePath) &&
      (right.projectId === undefined || right.projectId === wanted.projectId),
  );
  if (covering.some(({ fields }) => fields === undefined)) {
    return true;
  }
  const fields = new Set(covering.flatMap((right) => right.fields ?? []));
  // A right without fields still reveals that an entity exists, so it needs a right that covers it.
  return covering.length > 0 && wanted.fields !== undefined && wanted.fields.every((field) => fields.has(field));
}

function coversPath(held: string, wanted: string): boolean {
  if (held === "*" || held === wanted) {
    return true;
  }
  const above = held.endsWith(":*") ? held.slice(0, -2) : undefined;
  return above !== undefined && (wanted === above || wanted.startsWith(`${above}:`));
}

/**
 * Rejects a caller who would grant or obtain more than they have. The message begins with the action, such as "Changing
 * this user".
 */
export function requireGrants(caller: Caller, wanted: Grants, act: string): void {
  if (!coversGrants(caller, wanted)) {
    throw forbidden(`${act} requires ${missingOf(caller, wanted)}, which this credential does not have.`);
  }
}

/** Like requireGrants, for all that a user with this role may do. An owner has more than an administrator. */
export async function requireGrantsOfRole(db: Database, caller: Caller, role: string, act: string): Promise<void> {
  if (role === "owner") {
    requireOwnerCaller(caller, act);
  }
  const ownRights = isBuiltInRole(role) ? null : await findRightsOfRole(db, caller.org.id, role);
  requireGrants(caller, grantsOfRole(role, ownRights), act);
}

/** Owners are users: an app's key and a narrowed credential of an owner never count as one. */
export function requireOwnerCaller(caller: Pick<Caller, "role" | "isNarrowed">, act: string): void {
  if (caller.role !== "owner" || caller.isNarrowed) {
    throw forbidden(`${act} requires the role owner, which this credential does not have.`);
  }
}

function missingOf(caller: Caller, wanted: Grants): string {
  if (wanted.isAdministrator && !caller.isAdministrator) {
    return "administrator permissions";
  }
  const missing = wanted.rights.find((right) => !coversGrants(caller, { ...wanted, rights: [right] }));
  return `permission to ${missing?.verbs.join(", ")} ${missing?.typePath}`;
}
