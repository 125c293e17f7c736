import { findUser, findUserByEmail, listUsers, listUsersByExternalId, type UserRow } from "../access/user-store.ts";
import { userKind } from "../access/users/user-kind.ts";
import { createKind, removeKind, updateKind } from "../kinds/kind-verbs.ts";
import { fallbackRole, kindCallOf, type ScimCall, type ScimServices } from "./scim-call.ts";
import { invalid, missing, uniquely } from "./scim-error.ts";
import { groupOfRole, listGroups } from "./scim-group.ts";
import {
  askedText,
  type Comparison,
  isStorable,
  listResponse,
  matches,
  pageOf,
  parseFilter,
  project,
  type Resource,
  requireSupported,
} from "./scim-list.ts";
import { readPatch, readResource } from "./scim-patch.ts";
import { nameOf, presentUser, readUserAttributes, type UserAttributes, userComparisons } from "./scim-user.ts";

export async function searchUsers(services: ScimServices, call: ScimCall) {
  const filter = parseFilter(call.query["filter"]);
  requireSupported(filter, userComparisons);
  const candidates = await findCandidates(services, call.caller.org.id, filter);
  const page = pageOf(
    candidates.filter((user) => matches(filter, userComparisons, user)),
    call.query,
  );
  return listResponse({ ...page, items: await presentAll(services, call, page.items) }, call.query);
}

/** Uses an index if the filter names one user; the rest of the filter is applied afterwards. */
async function findCandidates(
  { db }: ScimServices,
  orgId: string,
  filter: readonly Comparison[],
): Promise<readonly UserRow[]> {
  const email = askedText(filter, "username", "emails", "emails.value");
  const id = askedText(filter, "id");
  const externalId = askedText(filter, "externalid");
  if (![email, id, externalId].every((text) => text === undefined || isStorable(text))) {
    return [];
  }
  if (email !== undefined) {
    return oneOrNone(await findUserByEmail(db, orgId, email.toLowerCase()));
  }
  if (id !== undefined) {
    return oneOrNone(await findUser(db, orgId, id));
  }
  return externalId === undefined ? listUsers(db, orgId) : listUsersByExternalId(db, orgId, externalId);
}

function oneOrNone(user: UserRow | undefined): UserRow[] {
  return user === undefined ? [] : [user];
}

export async function readUser(services: ScimServices, call: ScimCall) {
  return project(await presentOne(services, call, await requireUser(services, call)), call.query);
}

export async function createUser(services: ScimServices, call: ScimCall): Promise<Resource> {
  const attributes = readUserAttributes(readResource(call.body));
  const { userName: email, active: isActive, externalId, givenName, familyName } = attributes;
  if (email === undefined) {
    throw invalid("invalidValue", "userName is required, and must be an email address.");
  }
  const role = await fallbackRole(services, call.caller.org.id);
  const body = { email, name: nameOf(attributes), role, isActive, externalId, givenName, familyName };
  const created = await uniquely(() => createKind(services, userKind(services), kindCallOf(call), body));
  return presentOne(services, call, await requireUser(services, { ...call, id: created.document.id }));
}

/** Omitted attributes stay: RFC 7644, section 3.5.1, allows it, and clients send only what they map. */
export async function replaceUser(services: ScimServices, call: ScimCall) {
  const attributes = readUserAttributes(readResource(call.body), call.id);
  if (attributes.userName === undefined) {
    throw invalid("invalidValue", "userName is required, and must be an email address.");
  }
  return changeUser(services, call, attributes);
}

export async function patchUser(services: ScimServices, call: ScimCall) {
  return changeUser(services, call, readUserAttributes(readPatch(call.body), call.id));
}

async function changeUser(services: ScimServices, call: ScimCall, attributes: UserAttributes) {
  const user = await requireUser(services, call);
  const { userName: email, active: isActive, externalId, givenName, familyName } = attributes;
  const body = { email, name: nameOf(attributes, user), isActive, externalId, givenName, familyName };
  const change = () => updateKind(services, userKind(services), kindCallOf(call), { id: user.id, body });
  await (email === undefined || email === user.email ? change() : uniquely(change));
  return project(await presentOne(services, call, await requireUser(services, call)), call.query);
}

export async function removeUser(services: ScimServices, call: ScimCall): Promise<void> {
  const { id } = await requireUser(services, call);
  await removeKind(services, userKind(services), kindCallOf(call), id);
}

async function requireUser({ db }: ScimServices, { caller, id }: Pick<ScimCall, "caller" | "id">): Promise<UserRow> {
  const user = isStorable(id) ? await findUser(db, caller.org.id, id) : undefined;
  if (user === undefined) {
    throw missing("user", id);
  }
  return user;
}

async function presentOne(services: ScimServices, call: ScimCall, user: UserRow): Promise<Resource> {
  const group = await groupOfRole(services.db, call.caller.org.id, user.role);
  return presentUser(user, group, call.baseUrl);
}

async function presentAll(services: ScimServices, call: ScimCall, users: readonly UserRow[]): Promise<Resource[]> {
  const groups = new Map((await listGroups(services.db, call.caller.org.id)).map((group) => [group.role, group]));
  return users.map((user) => {
    const { id = user.role, displayName = user.role } = groups.get(user.role) ?? {};
    return presentUser(user, { value: id, display: displayName }, call.baseUrl);
  });
}
