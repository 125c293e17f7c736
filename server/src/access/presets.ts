import { type BuiltInRole, builtInRoles, type Preset, type Right, verbs } from "@weft/contract";

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
