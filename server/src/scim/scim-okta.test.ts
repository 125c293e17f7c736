import { afterAll, beforeAll, expect, test } from "vitest";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { buildScimFixture, groupSchema, patchOf, provisionUser, roleOf, userSchema } from "./testing/scim-fixture.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

/** As in Okta's "SCIM 2.0 protocol reference", with the attributes that its example app sends. */
const oktaUser = {
  schemas: [userSchema],
  userName: "test.user@okta.local",
  name: { givenName: "Test", familyName: "User" },
  emails: [{ primary: true, value: "test.user@okta.local", type: "work" }],
  displayName: "Test User",
  locale: "en-US",
  externalId: "00ujl29u0le5T6Aj10h7",
  groups: [],
  password: "1mz050nq",
  active: true,
};

test("Okta's user sequence: look up, create, read, replace, deactivate, activate", async () => {
  const { scim, call } = await buildScimFixture(service);
  const lookUp = `/Users?filter=${encodeURIComponent('userName eq "test.user@okta.local"')}&startIndex=1&count=100`;

  const before = await scim("GET", lookUp);
  const created = await scim("POST", "/Users", oktaUser);
  const path = `/Users/${created.body.id}`;
  const read = await scim("GET", path);
  const found = await scim("GET", lookUp);
  const replaced = await scim("PUT", path, {
    ...read.body,
    name: { givenName: "Another", familyName: "User" },
    displayName: "Another User",
    password: "1mz050nq",
  });
  const deactivated = await scim("PATCH", path, patchOf({ op: "replace", value: { active: false } }));
  const stored = await call("GET", `/users/${created.body.id}`);
  const activated = await scim("PUT", path, { ...oktaUser, id: created.body.id, active: true });

  expect(before).toMatchObject({ status: 200, body: { totalResults: 0, startIndex: 1, Resources: [] } });
  expect(before.headers.get("content-type")).toContain("application/scim+json");
  expect(created).toMatchObject({
    status: 201,
    body: {
      schemas: [userSchema],
      externalId: oktaUser.externalId,
      userName: oktaUser.userName,
      name: oktaUser.name,
      displayName: "Test User",
      active: true,
      emails: oktaUser.emails,
      groups: [{ value: "viewer", display: "viewer" }],
      meta: { resourceType: "User", location: `${service.address}/api/scim/v2${path}` },
    },
  });
  expect(created.headers.get("location")).toBe(created.body.meta.location);
  expect(read.body).toEqual(created.body);
  expect(found.body).toMatchObject({ totalResults: 1, itemsPerPage: 1, Resources: [{ id: created.body.id }] });
  expect(replaced).toMatchObject({
    status: 200,
    body: { displayName: "Another User", name: { givenName: "Another" } },
  });
  expect(deactivated).toMatchObject({ status: 200, body: { active: false, displayName: "Another User" } });
  expect(stored.body).toMatchObject({
    isActive: false,
    hasPassword: false,
    externalId: oktaUser.externalId,
    name: "Another User",
  });
  expect(activated).toMatchObject({ status: 200, body: { active: true, displayName: "Test User" } });
  expect(JSON.stringify([created.body, read.body, replaced.body])).not.toContain("1mz050nq");
});

test("Okta's group push: create, add members, rename, remove a member, delete", async () => {
  const fixture = await buildScimFixture(service);
  const { scim, call } = fixture;
  const [ada, ben] = [await provisionUser(fixture), await provisionUser(fixture)];

  const listed = await scim("GET", "/Groups?startIndex=1&count=100");
  const created = await scim("POST", "/Groups", { schemas: [groupSchema], displayName: "Test SCIMv2", members: [] });
  const path = `/Groups/${created.body.id}`;
  const members = [ada, ben].map(({ id, userName }) => ({ value: id, display: userName }));
  const added = await scim("PATCH", path, patchOf({ op: "add", path: "members", value: members }));
  const full = await scim("GET", path);
  const renamed = await scim(
    "PATCH",
    path,
    patchOf({ op: "replace", value: { id: created.body.id, displayName: "Test SCIMv2 renamed" } }),
  );
  await scim("PATCH", path, patchOf({ op: "remove", path: `members[value eq "${ada.id}"]` }));
  const rest = await scim("GET", path);
  const roles = [await roleOf(fixture, ada.id), await roleOf(fixture, ben.id)];
  const role = (await call("GET", `/roles/${created.body.id}`)).body;
  const deleted = await scim("DELETE", path);

  expect(listed.body.Resources.map(({ displayName }: { displayName: string }) => displayName)).toEqual(
    expect.arrayContaining(["owner", "admin", "editor", "viewer"]),
  );
  expect(created).toMatchObject({ status: 201, body: { displayName: "Test SCIMv2", members: [] } });
  expect([added.status, renamed.status]).toEqual([204, 204]);
  expect(full.body.members).toMatchObject(members);
  expect(rest.body).toMatchObject({ displayName: "Test SCIMv2 renamed", members: [{ value: ben.id }] });
  expect(roles).toEqual(["viewer", "test-scimv2"]);
  expect(role).toMatchObject({ name: "test-scimv2", displayName: "Test SCIMv2 renamed", rights: [] });
  expect(deleted.status).toBe(204);
  expect((await scim("GET", path)).status).toBe(404);
  expect(await roleOf(fixture, ben.id)).toBe("viewer");
});

test("replacing the members of a group sets exactly those", async () => {
  const fixture = await buildScimFixture(service);
  const { scim } = fixture;
  const [ada, ben] = [await provisionUser(fixture), await provisionUser(fixture)];

  await scim("PATCH", "/Groups/editor", patchOf({ op: "replace", path: "members", value: [{ value: ada.id }] }));
  const replaced = await scim("PUT", "/Groups/editor", {
    schemas: [groupSchema],
    displayName: "editor",
    members: [{ value: ben.id }],
  });
  await scim("PATCH", "/Groups/admin", patchOf({ op: "add", path: "members", value: [{ value: ben.id }] }));

  expect(replaced).toMatchObject({ status: 200, body: { id: "editor", members: [{ value: ben.id }] } });
  expect([await roleOf(fixture, ada.id), await roleOf(fixture, ben.id)]).toEqual(["viewer", "admin"]);
  expect((await scim("GET", "/Groups/editor")).body.members).toEqual([]);
});
