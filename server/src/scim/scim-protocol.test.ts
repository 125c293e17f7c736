import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import {
  buildScimFixture,
  groupSchema,
  patchOf,
  provisionUser,
  type ScimFixture,
  userSchema,
} from "./testing/scim-fixture.ts";

let service: TestService;
let fixture: ScimFixture;
let user: { readonly id: string; readonly userName: string };

beforeAll(async () => {
  service = await shareTestService();
  fixture = await buildScimFixture(service);
  user = await provisionUser(fixture);
});

afterAll(() => service.stop());

const search = (filter: string) => fixture.scim("GET", `/Users?filter=${encodeURIComponent(filter)}`);

describe("filters", () => {
  test.each([
    (name: string) => `userName eq "${name}"`,
    (name: string) => `USERNAME EQ "${name.toUpperCase()}"`,
    (name: string) => `emails.value eq "${name}"`,
    (name: string) => `emails[type eq "work"].value eq "${name}"`,
    (name: string) => `${userSchema}:userName eq "${name}" and active eq true`,
    (name: string) => `active eq true and userName eq "${name}" and displayName eq "${name}"`,
    (name: string, id: string) => `id eq "${id}" and userName eq "${name}"`,
  ])("find the user (%#)", async (filter) => {
    const { status, body } = await search(filter(user.userName, user.id));

    expect([status, body.Resources.map(({ id }: { id: string }) => id)]).toEqual([200, [user.id]]);
  });

  test.each([
    'userName eq "nobody@users.example"',
    'userName eq "a\\u0000b"',
    'id eq "a\\ud800b"',
    'userName eq "it\'s \\"quoted\\" and odd"',
    "active eq false",
    `userName eq "x" and active eq true`,
  ])("find no user by %s", async (filter) => {
    expect(await search(filter)).toMatchObject({ status: 200, body: { totalResults: 0 } });
  });

  test.each([
    'userName co "ada"',
    'userName eq "a" or userName eq "b"',
    'not (userName eq "a")',
    "userName pr",
    'password eq "x"',
    'constructor eq "x"',
    'userName eq "a" and',
    "userName eq",
    'userName eq "a" trailing',
    "%",
    "",
    `userName eq "${"a".repeat(3000)}"`,
  ])("are rejected: %s", async (filter) => {
    expect(await search(filter)).toMatchObject({
      status: 400,
      body: { schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status: "400", scimType: "invalidFilter" },
    });
  });
});

test("lists are read page by page", async () => {
  const own = await buildScimFixture(service);
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    ids.push((await provisionUser(own)).id);
  }

  const [first, second, none, odd] = [
    await own.scim("GET", "/Users?startIndex=1&count=2"),
    await own.scim("GET", "/Users?startIndex=3&count=200"),
    await own.scim("GET", "/Users?count=0"),
    await own.scim("GET", "/Users?startIndex=-4&count=x&attributes=userName,name.givenName"),
  ];

  expect(first?.body).toMatchObject({ totalResults: 5, startIndex: 1, itemsPerPage: 2 });
  expect([first, second].flatMap((page) => page?.body.Resources.map(({ id }: { id: string }) => id))).toEqual(ids);
  expect(none?.body).toMatchObject({ totalResults: 5, itemsPerPage: 0, Resources: [] });
  expect(odd?.body.startIndex).toBe(1);
  expect(Object.keys(odd?.body.Resources[0]).sort()).toEqual(["id", "name", "schemas", "userName"]);
});

describe("invalid bodies", () => {
  test.each<[string, string, string, unknown]>([
    ["invalidValue", "POST", "/Users", { schemas: [userSchema] }],
    ["invalidValue", "POST", "/Users", { schemas: [userSchema], userName: "not an address" }],
    ["invalidValue", "POST", "/Users", { schemas: [userSchema], userName: 7 }],
    ["invalidValue", "POST", "/Users", { userName: "a@users.example", active: "maybe" }],
    ["invalidValue", "POST", "/Users", { userName: "a@users.example", displayName: "x".repeat(300) }],
    ["invalidSyntax", "POST", "/Users", [1]],
    ["invalidSyntax", "POST", "/Users", "{"],
    ["invalidSyntax", "POST", "/Users", undefined],
    ["invalidValue", "POST", "/Groups", { schemas: [groupSchema] }],
    ["invalidValue", "POST", "/Groups", { displayName: "G", members: [{ value: "nobody" }] }],
    ["invalidValue", "POST", "/Groups", { displayName: "G", members: [{}] }],
    ["uniqueness", "POST", "/Groups", { displayName: "Viewer" }],
    ["mutability", "DELETE", "/Groups/viewer", undefined],
    ["mutability", "PATCH", "/Groups/viewer", patchOf({ op: "replace", path: "displayName", value: "Readers" })],
    ["invalidSyntax", "PATCH", "/Groups/viewer", { Operations: [] }],
    ["invalidSyntax", "PATCH", "/Users/:id", patchOf({ op: "move", path: "active", value: true })],
    ["invalidSyntax", "PATCH", "/Users/:id", null],
    ["noTarget", "PATCH", "/Users/:id", patchOf({ op: "remove" })],
    ["invalidPath", "PATCH", "/Users/:id", patchOf({ op: "replace", path: "emails[type eq", value: "x" })],
    ["invalidPath", "PATCH", "/Users/:id", patchOf({ op: "replace", path: 7, value: "x" })],
    ["invalidValue", "PATCH", "/Users/:id", patchOf({ op: "replace", value: "x" })],
    ["invalidValue", "PATCH", "/Users/:id", patchOf({ op: "remove", path: "userName" })],
    ["mutability", "PATCH", "/Users/:id", patchOf({ op: "replace", path: "id", value: "another" })],
    ["invalidValue", "PUT", "/Users/:id", { schemas: [userSchema], displayName: "Ada" }],
  ])("%s: %s %s %j", async (scimType, method, path, body) => {
    const answer = await fixture.scim(method, path.replace(":id", user.id), body);

    expect(answer).toMatchObject({ body: { status: String(answer.status), scimType, detail: expect.any(String) } });
    expect(answer.status).toBe(scimType === "uniqueness" ? 409 : 400);
  });

  test("an email that another user has is not unique", async () => {
    const other = await provisionUser(fixture);

    const answers = [
      await fixture.scim("POST", "/Users", { schemas: [userSchema], userName: user.userName.toUpperCase() }),
      await fixture.scim("PATCH", `/Users/${other.id}`, patchOf({ op: "replace", value: { userName: user.userName } })),
      await fixture.scim("PUT", `/Users/${other.id}`, { schemas: [userSchema], userName: user.userName }),
    ];

    expect(answers.map(({ status, body }) => [status, body.scimType])).toEqual(answers.map(() => [409, "uniqueness"]));
  });
});

test("unknown attributes are ignored, and a user can be sent back as read", async () => {
  const { body: read } = await fixture.scim("GET", `/Users/${user.id}`);

  const sent = { ...read, nickName: "Ada", "x y": 1, phoneNumbers: [{ type: "mobile", value: "1" }] };
  const { status, body } = await fixture.scim("PUT", `/Users/${user.id}`, sent);

  expect([status, body]).toEqual([200, read]);
});

test("the service describes what it supports", async () => {
  const config = await fixture.scim("GET", "/ServiceProviderConfig");
  const types = await fixture.scim("GET", "/ResourceTypes");
  const schemas = await fixture.scim("GET", "/Schemas");

  expect(config.body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
    etag: { supported: false },
    authenticationSchemes: [{ type: "oauthbearertoken" }],
  });
  expect(types.body.Resources).toMatchObject([{ endpoint: "/Users" }, { endpoint: "/Groups" }]);
  expect((await fixture.scim("GET", "/ResourceTypes/User")).body).toEqual(types.body.Resources[0]);
  expect(schemas.body.Resources.map(({ id }: { id: string }) => id)).toEqual([userSchema, groupSchema]);
  expect((await fixture.scim("GET", `/Schemas/${groupSchema}`)).body).toEqual(schemas.body.Resources[1]);
});

test.each(["/Nothing", "/Bulk", "/Users/nobody", "/Users/%00", "/Groups/nobody", "/Schemas/nothing"])(
  "%s is a SCIM error with 404",
  async (path) => {
    expect(await fixture.scim("GET", path)).toMatchObject({ status: 404, body: { status: "404" } });
  },
);

test("application/json is accepted too", async () => {
  const { headers } = fixture.administrator;
  const body = { schemas: [userSchema], userName: "plain@users.example" };

  const answer = await service.call("POST", "/scim/v2/Users", { headers, body });

  expect(answer).toMatchObject({ status: 201, body: { userName: body.userName } });
});
