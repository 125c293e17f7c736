import { createHash } from "node:crypto";
import { builtInRoles } from "@weft/contract";
import { isBuiltInRole } from "../access/grants.ts";
import { listRoles, type RoleRow } from "../access/role-store.ts";
import type { UserRow } from "../access/user-store.ts";
import type { Database } from "../platform/database/database.ts";
import { type Comparisons, isSameFolded, type Resource } from "./scim-list.ts";
import type { UserGroup } from "./scim-user.ts";

export const groupSchemaId = "urn:ietf:params:scim:schemas:core:2.0:Group";

/**
 * A role as a group. A built-in role has its name as id. Other ids cannot conflict with it: they have 16 characters.
 */
export interface ScimGroup {
  readonly id: string;
  /** The role name that users refer to. */
  readonly role: string;
  readonly displayName: string;
  readonly externalId: string | null;
  /** Undefined for a built-in role, which cannot be changed. */
  readonly row: RoleRow | undefined;
}

/** The built-in roles first, then the custom ones. */
export async function listGroups(db: Database, orgId: string): Promise<ScimGroup[]> {
  const builtIn = builtInRoles.map((role) => ({ id: role, role, displayName: role, externalId: null, row: undefined }));
  return [...builtIn, ...(await listRoles(db, orgId)).map(groupOf)];
}

function groupOf(row: RoleRow): ScimGroup {
  const { id, name, display_name, external_id } = row;
  return { id, role: name, displayName: display_name ?? name, externalId: external_id, row };
}

export async function groupOfRole(db: Database, orgId: string, role: string): Promise<UserGroup> {
  const groups = isBuiltInRole(role) ? [] : await listGroups(db, orgId);
  const group = groups.find((candidate) => candidate.role === role);
  return { value: group?.id ?? role, display: group?.displayName ?? role };
}

/** Members are omitted if they were not requested, because they need a query. */
export function presentGroup(group: ScimGroup, members: readonly UserRow[] | undefined, baseUrl: string): Resource {
  const { row } = group;
  return {
    schemas: [groupSchemaId],
    id: group.id,
    ...(group.externalId === null ? {} : { externalId: group.externalId }),
    displayName: group.displayName,
    ...(members === undefined ? {} : { members: members.map((user) => presentMember(user, baseUrl)) }),
    meta: {
      resourceType: "Group",
      ...(row === undefined
        ? {}
        : { created: row.created_on.toISOString(), lastModified: row.updated_on.toISOString() }),
      location: `${baseUrl}/Groups/${group.id}`,
    },
  };
}

function presentMember({ id, email }: UserRow, baseUrl: string) {
  return { value: id, display: email, $ref: `${baseUrl}/Users/${id}`, type: "User" };
}

/** A group and, if a filter needs them, its members. */
export interface ComparedGroup extends ScimGroup {
  readonly members: readonly UserRow[];
}

export const groupComparisons: Comparisons<ComparedGroup> = {
  id: (group, value) => group.id === value,
  displayname: (group, value) => typeof value === "string" && isCalled(group, value),
  externalid: (group, value) => group.externalId === value,
  members: ({ members }, value) => members.some(({ id }) => id === value),
  "members.value": ({ members }, value) => members.some(({ id }) => id === value),
};

/**
 * Matches by its name, or, for a custom role that no provider has named yet, by the role name derived from it: a role
 * weft-editors created by an administrator is the group Weft Editors.
 */
export function isCalled(group: ScimGroup, displayName: string): boolean {
  const isUnnamed = group.row !== undefined && group.row.display_name === null;
  return isSameFolded(group.displayName, displayName) || (isUnnamed && group.role === roleNameFor(displayName));
}

const roleNameMax = 63;

/** Role names contain a–z, 0–9 and hyphens; group names can be any text. */
export function roleNameFor(displayName: string): string {
  const plain = displayName.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const name = plain
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, roleNameMax)
    .replace(/^-+|-+$/g, "");
  return name === "" ? `group-${createHash("sha256").update(displayName).digest("hex").slice(0, 12)}` : name;
}
