import { isDeepStrictEqual } from "node:util";
import { findUserIds, listUsers, listUsersWithRole, type UserRow } from "../access/user-store.ts";
import { roleKind } from "../access/users/role-kind.ts";
import { userKind } from "../access/users/user-kind.ts";
import { createKind, removeKind, updateKind } from "../kinds/kind-verbs.ts";
import { defaultRole, fallbackRole, kindCallOf, type ScimCall, type ScimServices } from "./scim-call.ts";
import { invalid, missing, taken, uniquely } from "./scim-error.ts";
import { groupComparisons, isCalled, listGroups, presentGroup, roleNameFor, type ScimGroup } from "./scim-group.ts";
import {
  isWanted,
  listResponse,
  matches,
  pageOf,
  parseFilter,
  project,
  type Resource,
  requireSupported,
} from "./scim-list.ts";
import { type AttributeChange, memberOf, readPatch, readResource } from "./scim-patch.ts";
import { readText } from "./scim-user.ts";

export async function searchGroups(services: ScimServices, call: ScimCall) {
  const { query, caller, baseUrl } = call;
  const filter = parseFilter(query["filter"]);
  requireSupported(filter, groupComparisons);
  const asksForMembers = filter.some(({ attribute }) => attribute.startsWith("members"));
  const showsMembers = isWanted("members", query);
  const users = asksForMembers || showsMembers ? await listUsers(services.db, caller.org.id) : [];
  const byRole = usersByRole(users);
  const groups = (await listGroups(services.db, caller.org.id)).map((group) => ({
    ...group,
    members: byRole.get(group.role) ?? [],
  }));
  const page = pageOf(
    groups.filter((group) => matches(filter, groupComparisons, group)),
    query,
  );
  const items = page.items.map((group) => presentGroup(group, showsMembers ? group.members : undefined, baseUrl));
  return listResponse({ ...page, items }, query);
}

function usersByRole(users: readonly UserRow[]): ReadonlyMap<string, readonly UserRow[]> {
  const byRole = new Map<string, UserRow[]>();
  for (const user of users) {
    const others = byRole.get(user.role);
    if (others === undefined) {
      byRole.set(user.role, [user]);
    } else {
      others.push(user);
    }
  }
  return byRole;
}

export async function readGroup(services: ScimServices, call: ScimCall) {
  return project(await present(services, call, await requireGroup(services, call)), call.query);
}

/** A group without a matching role becomes a role without rights, which an administrator grants later. */
export async function createGroup(services: ScimServices, call: ScimCall): Promise<Resource> {
  const { displayName, externalId, members } = readGroupChange(readResource(call.body), new Set());
  if (displayName === undefined) {
    throw invalid("invalidValue", "displayName is required.");
  }
  await requireUnused(services, call, displayName);
  await requireUsers(services, call, members);
  const body = { name: roleNameFor(displayName), rights: [], displayName, externalId };
  const { document } = await uniquely(() => createKind(services, roleKind(services), kindCallOf(call), body));
  const created = await requireGroup(services, { ...call, id: document.id });
  await changeMembers(services, call, created, { before: new Set(), after: members });
  return present(services, call, created);
}

export async function replaceGroup(services: ScimServices, call: ScimCall) {
  await changeGroup(services, call, readResource(call.body));
  return readGroup(services, call);
}

export async function patchGroup(services: ScimServices, call: ScimCall): Promise<void> {
  await changeGroup(services, call, readPatch(call.body));
}

async function changeGroup(services: ScimServices, call: ScimCall, changes: readonly AttributeChange[]): Promise<void> {
  const group = await requireGroup(services, call);
  const before = new Set((await membersOf(services, call, group)).map(({ id }) => id));
  const { displayName, externalId, members } = readGroupChange(changes, before);
  await requireUsers(services, call, members);
  if (displayName !== undefined && displayName !== group.displayName) {
    await requireUnused(services, call, displayName, group);
  }
  if (group.row !== undefined) {
    const body = { displayName, externalId };
    await updateKind(services, roleKind(services), kindCallOf(call), { id: group.id, body });
  } else if (displayName !== undefined && displayName.toLowerCase() !== group.displayName) {
    throw invalid("mutability", `The group ${group.displayName} is a built-in role and cannot be renamed.`);
  }
  await changeMembers(services, call, group, { before, after: members });
}

/** Its members get the fallback role first: a role that users have cannot be deleted. */
export async function removeGroup(services: ScimServices, call: ScimCall): Promise<void> {
  const group = await requireGroup(services, call);
  if (group.row === undefined) {
    throw invalid("mutability", `The group ${group.displayName} is a built-in role and cannot be deleted.`);
  }
  const fallback = await fallbackRole(services, call.caller.org.id);
  const roles = (await membersOf(services, call, group)).map(({ id }) => ({
    id,
    role: fallback === group.role ? defaultRole : fallback,
  }));
  await setRoles(services, call, roles);
  await removeKind(services, roleKind(services), kindCallOf(call), group.id);
}

interface GroupChange {
  readonly displayName: string | undefined;
  /** Undefined leaves it unchanged, null clears it. */
  readonly externalId: string | null | undefined;
  readonly members: ReadonlySet<string>;
}

function readGroupChange(changes: readonly AttributeChange[], before: ReadonlySet<string>): GroupChange {
  let displayName: string | undefined;
  let externalId: string | null | undefined;
  let members = before;
  for (const change of changes) {
    const value = change.op === "remove" ? null : change.value;
    switch (change.attribute) {
      case "displayname":
        displayName = requireText("displayName", value);
        break;
      case "externalid":
        externalId = readText("externalId", value);
        break;
      case "members":
      case "members.value":
        members = nextMembers(members, change);
        break;
    }
  }
  return { displayName, externalId, members };
}

function requireText(name: string, value: unknown): string {
  const text = readText(name, value);
  if (text === null) {
    throw invalid("invalidValue", `${name} is required.`);
  }
  return text;
}

// More than identity providers send at once; Okta sends larger groups in parts.
const membersMax = 5000;

/** Members to remove are in the path (RFC 7644) or in the value (Microsoft Entra); neither means all of them. */
function nextMembers(members: ReadonlySet<string>, { op, picked, value }: AttributeChange): ReadonlySet<string> {
  const named = new Set(picked === undefined ? idsIn(value) : [picked]);
  if (named.size > membersMax) {
    throw invalid("invalidValue", `A request can have at most ${membersMax} members. Send them in parts.`);
  }
  switch (op) {
    case "add":
      return new Set([...members, ...named]);
    case "replace":
      return named;
    case "remove":
      return new Set(isAll(picked, value) ? [] : [...members].filter((id) => !named.has(id)));
  }
}

function isAll(picked: string | undefined, value: unknown): boolean {
  return picked === undefined && (value === undefined || value === null);
}

function idsIn(value: unknown): string[] {
  return (value === undefined || value === null ? [] : [value].flat()).map((member: unknown) => {
    const id = typeof member === "string" ? member : memberOf(member, "value");
    if (typeof id !== "string") {
      throw invalid("invalidValue", "A member requires value, the id of a user.");
    }
    return id;
  });
}

async function requireUsers({ db }: ScimServices, { caller }: ScimCall, ids: ReadonlySet<string>): Promise<void> {
  const found = await findUserIds(db, caller.org.id, [...ids]);
  const unknown = [...ids].find((id) => !found.has(id));
  if (unknown !== undefined) {
    throw invalid("invalidValue", `There is no user ${unknown}. Members must be users.`);
  }
}

/** A user has one role: an added member leaves the previous group, and a removed one gets the fallback role. */
async function changeMembers(
  services: ScimServices,
  call: ScimCall,
  group: ScimGroup,
  { before, after }: { readonly before: ReadonlySet<string>; readonly after: ReadonlySet<string> },
): Promise<void> {
  if (isDeepStrictEqual(before, after)) {
    return;
  }
  const role = await fallbackRole(services, call.caller.org.id);
  const added = [...after].filter((id) => !before.has(id)).map((id) => ({ id, role: group.role }));
  const removed = [...before].filter((id) => !after.has(id)).map((id) => ({ id, role }));
  await setRoles(services, call, [...added, ...removed]);
}

/** All are checked before the first is written, so that a request that fails for one user changes none. */
async function setRoles(
  services: ScimServices,
  call: ScimCall,
  roles: readonly { readonly id: string; readonly role: string }[],
): Promise<void> {
  const kind = userKind(services);
  for (const isDryRun of roles.length > 1 ? [true, false] : [false]) {
    for (const { id, role } of roles) {
      await updateKind(services, kind, kindCallOf(call, isDryRun), { id, body: { role } });
    }
  }
}

async function requireGroup({ db }: ScimServices, { caller, id }: Pick<ScimCall, "caller" | "id">): Promise<ScimGroup> {
  const group = (await listGroups(db, caller.org.id)).find((candidate) => candidate.id === id);
  if (group === undefined) {
    throw missing("group", id);
  }
  return group;
}

async function requireUnused(
  { db }: ScimServices,
  { caller }: ScimCall,
  name: string,
  self?: ScimGroup,
): Promise<void> {
  const others = (await listGroups(db, caller.org.id)).filter(({ id }) => id !== self?.id);
  const other = others.find(
    (group) => isCalled(group, name) || (self === undefined && group.role === roleNameFor(name)),
  );
  if (other !== undefined) {
    throw taken(`The group ${other.displayName} (role ${other.role}) already exists.`);
  }
}

function membersOf({ db }: ScimServices, { caller }: ScimCall, { role }: ScimGroup): Promise<UserRow[]> {
  return listUsersWithRole(db, caller.org.id, role);
}

async function present(services: ScimServices, call: ScimCall, group: ScimGroup): Promise<Resource> {
  const members = isWanted("members", call.query) ? await membersOf(services, call, group) : undefined;
  return presentGroup(group, members, call.baseUrl);
}
