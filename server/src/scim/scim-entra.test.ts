import { afterAll, beforeAll, expect, test } from "vitest";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import {
  buildScimFixture,
  groupId,
  groupSchema,
  patchOf,
  provisionUser,
  roleOf,
  userSchema,
} from "./testing/scim-fixture.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

/** As in Microsoft's "Develop and plan provisioning for a SCIM endpoint", with an address as the principal name. */
const entraUser = {
  schemas: [userSchema, enterprise],
  externalId: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
  userName: "Test_User_ab6490ee-1e48-479e-a20b-2d77186b5dd1@testuser.com",
  active: true,
  addresses: [{ type: "work", country: "Iceland" }],
  emails: [{ type: "work", primary: true, value: "Test_User_fd0ea19b-0777-472c-9f96-4f70d2226f2e@testuser.com" }],
  meta: { resourceType: "User" },
  name: { formatted: "givenName familyName", familyName: "familyName", givenName: "givenName" },
  roles: [],
  [enterprise]: { department: "bob", employeeNumber: "7" },
};

const filtered = (collection: string, filter: string, rest = "") =>
  `/${collection}?filter=${encodeURIComponent(filter)}${rest}`;

test("Entra's user sequence: test the connection, look up, create, update, disable, delete", async () => {
  const { scim } = await buildScimFixture(service);

  const tested = await scim("GET", filtered("Users", 'userName eq "f1b3c9d2-7a1b-4b1e-8f43-0f7f6d9b3c11"'));
  const created = await scim("POST", "/Users", entraUser);
  const path = `/Users/${created.body.id}`;
  const found = await scim("GET", filtered("Users", `userName eq "${entraUser.userName}"`));
  const byExternalId = await scim("GET", filtered("Users", `externalId eq "${entraUser.externalId}"`));
  const updated = await scim(
    "PATCH",
    path,
    patchOf(
      { op: "Replace", path: 'emails[type eq "work"].value', value: "updatedEmail@microsoft.com" },
      { op: "Replace", path: "name.familyName", value: "updatedFamilyName" },
      { op: "Add", path: `${enterprise}:department`, value: "sales" },
    ),
  );
  const renamed = await scim(
    "PATCH",
    path,
    patchOf({ op: "Replace", path: "userName", value: "New.Name@testuser.com" }),
  );
  const merged = await scim(
    "PATCH",
    path,
    patchOf({
      op: "Add",
      value: {
        displayName: "Ada Lovelace",
        "name.givenName": "Ada",
        [`${userSchema}:name.familyName`]: "Lovelace",
        'emails[type eq "work"].value': "x@testuser.com",
        [`${enterprise}:department`]: "sales",
      },
    }),
  );
  const disabled = await scim("PATCH", path, patchOf({ op: "Replace", path: "active", value: "False" }));
  const enabled = await scim("PATCH", path, patchOf({ op: "Add", value: { active: "True" } }));
  const deleted = await scim("DELETE", path);
  const gone = await scim("GET", path);

  expect(tested).toMatchObject({ status: 200, body: { totalResults: 0, Resources: [] } });
  expect(created).toMatchObject({
    status: 201,
    body: { userName: entraUser.userName.toLowerCase(), externalId: entraUser.externalId, name: entraUser.name },
  });
  expect(found.body.Resources).toEqual([created.body]);
  expect(byExternalId.body.Resources).toEqual([created.body]);
  expect(updated).toMatchObject({
    status: 200,
    body: {
      name: { givenName: "givenName", familyName: "updatedFamilyName", formatted: "givenName updatedFamilyName" },
    },
  });
  expect(renamed.body).toMatchObject({
    userName: "new.name@testuser.com",
    emails: [{ value: "new.name@testuser.com", type: "work", primary: true }],
  });
  expect(merged.body).toMatchObject({
    displayName: "Ada Lovelace",
    name: { formatted: "Ada Lovelace", givenName: "Ada", familyName: "Lovelace" },
  });
  expect([disabled.body.active, enabled.body.active]).toEqual([false, true]);
  expect([deleted.status, gone.status]).toEqual([204, 404]);
});

test("Entra's group sequence: create, read without members, rename, add and remove members, delete", async () => {
  const fixture = await buildScimFixture(service);
  const { scim } = fixture;
  const ada = await provisionUser(fixture);
  const group = {
    schemas: [groupSchema, "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group"],
    externalId: "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159",
    displayName: "Weft Buyers",
    meta: { resourceType: "Group" },
  };

  const looked = await scim("GET", filtered("Groups", 'displayName eq "Weft Buyers"', "&excludedAttributes=members"));
  const created = await scim("POST", "/Groups", group);
  const path = `/Groups/${created.body.id}`;
  const member = { $ref: null, value: ada.id };
  const added = await scim("PATCH", path, patchOf({ op: "Add", path: "members", value: [member] }));
  const afterAdd = await roleOf(fixture, ada.id);
  const bare = await scim("GET", `${path}?excludedAttributes=members`);
  const isMember = await scim(
    "GET",
    filtered("Groups", `id eq "${created.body.id}" and members eq "${ada.id}"`, "&attributes=id"),
  );
  await scim("PATCH", path, patchOf({ op: "Replace", path: "displayName", value: "Weft Buyers Europe" }));
  const found = await scim("GET", filtered("Groups", 'displayName eq "weft buyers europe"'));
  const user = await scim("GET", `/Users/${ada.id}`);
  const removed = await scim("PATCH", path, patchOf({ op: "Remove", path: "members", value: [member] }));
  const afterRemove = await roleOf(fixture, ada.id);
  const deleted = await scim("DELETE", path);

  expect(looked.body.totalResults).toBe(0);
  expect(created).toMatchObject({ status: 201, body: { externalId: group.externalId, displayName: "Weft Buyers" } });
  expect([added.status, removed.status, deleted.status]).toEqual([204, 204, 204]);
  expect([afterAdd, afterRemove]).toEqual(["weft-buyers", "viewer"]);
  expect(bare.body).not.toHaveProperty("members");
  expect(isMember.body).toMatchObject({ totalResults: 1, Resources: [{ id: created.body.id }] });
  expect(isMember.body.Resources[0]).not.toHaveProperty("displayName");
  expect(found.body.Resources).toMatchObject([{ displayName: "Weft Buyers Europe", members: [{ value: ada.id }] }]);
  expect(user.body.groups).toMatchObject([{ value: created.body.id, display: "Weft Buyers Europe" }]);
});

test("a role prepared by an administrator is found by the name of the group", async () => {
  const fixture = await buildScimFixture(service);
  const { scim, call } = fixture;
  const { body: role } = await call("POST", "/roles", { name: "weft-clerks", rights: [] });
  const ada = await provisionUser(fixture);

  const id = await groupId(fixture, "Weft Clerks");
  const repeated = await scim("POST", "/Groups", { schemas: [groupSchema], displayName: "Weft Clerks" });
  await scim("PATCH", `/Groups/${id}`, patchOf({ op: "Replace", path: "displayName", value: "Weft Clerks" }));
  await scim("PATCH", `/Groups/${id}`, patchOf({ op: "Add", path: "members", value: [{ value: ada.id }] }));

  expect(id).toBe(role.id);
  expect(repeated).toMatchObject({ status: 409, body: { scimType: "uniqueness" } });
  expect((await scim("GET", `/Groups/${id}`)).body.displayName).toBe("Weft Clerks");
  expect(await roleOf(fixture, ada.id)).toBe("weft-clerks");
});
