import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bearer, sessionOf, signIn } from "../access/testing/sign-in.ts";
import { buildKey, buildOwnerKey, buildUser } from "../testing/builders.ts";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import {
  buildScimFixture,
  groupSchema,
  patchOf,
  provisionUser,
  roleOf,
  type ScimFixture,
  scimCaller,
  userSchema,
} from "./testing/scim-fixture.ts";

let service: TestService;
let fixture: ScimFixture;

beforeAll(async () => {
  service = await shareTestService();
  fixture = await buildScimFixture(service);
});

afterAll(() => service.stop());

const deactivate = patchOf({ op: "Replace", path: "active", value: "False" });

async function auditOf({ call }: ScimFixture, criteria: object) {
  const { body } = await call("GET", `/audit-log?criteria=${encodeURIComponent(JSON.stringify(criteria))}`);
  return body.results;
}

describe("deactivation", () => {
  test("ends the sessions, tokens and keys of the user at once", async () => {
    const { org, scim } = fixture;
    const user = await buildUser(service, org, { role: "editor" });
    const session = sessionOf(await signIn(service, org, user, { grant: "session" }));
    const token = bearer(await signIn(service, org, user));
    const { headers: key } = await buildKey(service, org, { user });
    const statuses = () =>
      Promise.all(
        [session, token, key].map(async (headers) => (await service.call("GET", "/whoami", { headers })).status),
      );

    const before = await statuses();
    const answer = await scim("PATCH", `/Users/${user.id}`, deactivate);

    expect(before).toEqual([200, 200, 200]);
    expect(answer).toMatchObject({ status: 200, body: { active: false } });
    expect(await statuses()).toEqual([401, 401, 401]);
    expect((await signIn(service, org, user)).status).toBe(401);
  });

  test("is in the audit log, with the client as the actor and without personal values in the entry", async () => {
    const { id } = await provisionUser(fixture);

    await fixture.scim("PATCH", `/Users/${id}`, deactivate);

    const [updated] = await auditOf(fixture, { action: "user.update", targetId: id });
    const [created] = await auditOf(fixture, { action: "user.create", targetId: id });
    expect(updated).toMatchObject({
      actor: { type: "app", name: "identity provider" },
      target: { type: "user", id },
      before: { isActive: true },
      after: { isActive: false },
    });
    expect(created).toMatchObject({ after: { role: "viewer", hasPassword: false } });
  });
});

describe("rights", () => {
  test("a user of another organization does not exist", async () => {
    const other = await buildScimFixture(service);
    const { id, userName } = await provisionUser(other);

    const filter = `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`;
    const answers = [
      await fixture.scim("GET", `/Users/${id}`),
      await fixture.scim("PATCH", `/Users/${id}`, deactivate),
      await fixture.scim("DELETE", `/Users/${id}`),
    ];
    const added = await fixture.scim(
      "PATCH",
      "/Groups/editor",
      patchOf({ op: "add", path: "members", value: [{ value: id }] }),
    );

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await fixture.scim("GET", filter)).body.totalResults).toBe(0);
    expect(added).toMatchObject({ status: 400, body: { scimType: "invalidValue" } });
    expect(await roleOf(other, id)).toBe("viewer");
  });

  test("only administrators may call, and a denied call is in the audit log", async () => {
    const editor = await buildUser(service, fixture.org, { role: "editor" });
    const keys = [
      await buildKey(service, fixture.org, { user: editor }),
      await buildKey(service, fixture.org, { preset: "read-only" }),
    ];
    for (const { headers, id } of keys) {
      const scim = scimCaller(service, headers);
      const answers = [
        await scim("GET", "/Users"),
        await scim("GET", `/Users/${editor.id}`),
        await scim("POST", "/Users", { schemas: [userSchema], userName: "x@users.example" }),
        await scim("GET", "/Groups"),
        await scim("PATCH", "/Groups/admin", patchOf({ op: "add", path: "members", value: [{ value: editor.id }] })),
      ];

      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
      const refused = await auditOf(fixture, { action: "access.refused" });
      expect(refused.map(({ actor }: { actor: { credential: { id: string } } }) => actor.credential.id)).toContain(id);
    }
    expect(await roleOf(fixture, editor.id)).toBe("editor");
  });

  test("a request without a credential gets a SCIM error", async () => {
    const answer = await scimCaller(service, { authorization: "Bearer weft_token_nothing" })("GET", "/Users");

    expect(answer).toMatchObject({
      status: 401,
      body: { schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status: "401" },
    });
    expect(answer.headers.get("www-authenticate")).toContain("Bearer");
  });

  test("a client that is not an owner cannot create or change an owner", async () => {
    const { org, scim } = fixture;
    const [owner, other] = [
      await buildUser(service, org, { role: "owner" }),
      await buildUser(service, org, { role: "owner" }),
    ];
    const { id } = await provisionUser(fixture);

    const answers = [
      await scim("PATCH", "/Groups/owner", patchOf({ op: "add", path: "members", value: [{ value: id }] })),
      await scim("PUT", "/Groups/owner", { schemas: [groupSchema], displayName: "owner", members: [{ value: id }] }),
      await scim("PATCH", "/Groups/owner", patchOf({ op: "remove", path: `members[value eq "${owner.id}"]` })),
      await scim("PATCH", "/Groups/editor", patchOf({ op: "add", path: "members", value: [{ value: other.id }] })),
      await scim("PATCH", `/Users/${owner.id}`, deactivate),
      await scim(
        "PATCH",
        `/Users/${owner.id}`,
        patchOf({ op: "replace", path: "userName", value: "me@users.example" }),
      ),
      await scim("DELETE", `/Users/${owner.id}`),
    ];

    expect(answers.map(({ status, body }) => [status, body.status])).toEqual(answers.map(() => [403, "403"]));
    expect([await roleOf(fixture, id), await roleOf(fixture, owner.id)]).toEqual(["viewer", "owner"]);
  });

  test("an owner's credential can, except for the last owner", async () => {
    const own = await buildScimFixture(service);
    const owner = await buildOwnerKey(service, own.org);
    const scim = scimCaller(service, owner.headers);
    const { id } = await provisionUser(own);
    const ownerId = (await service.call("GET", "/whoami", { headers: owner.headers })).body.actor.id;

    const last = await scim("PATCH", `/Users/${ownerId}`, deactivate);
    const added = await scim("PATCH", "/Groups/owner", patchOf({ op: "add", path: "members", value: [{ value: id }] }));

    expect(last).toMatchObject({ status: 409, body: { detail: expect.stringContaining("last owner") } });
    expect(added.status).toBe(204);
    expect(await roleOf(own, id)).toBe("owner");
  });

  test("a change of a group that fails for one member changes none", async () => {
    const owner = await buildUser(service, fixture.org, { role: "owner" });
    const { id } = await provisionUser(fixture);
    const value = [{ value: id }, { value: owner.id }];

    const answer = await fixture.scim("PATCH", "/Groups/editor", patchOf({ op: "add", path: "members", value }));

    expect(answer.status).toBe(403);
    expect(await roleOf(fixture, id)).toBe("viewer");
  });
});

test("users in no group have the default role of single sign-on", async () => {
  const own = await buildScimFixture(service);
  const owner = await buildOwnerKey(service, own.org);
  const sso = { issuer: "https://login.example", clientId: "weft", defaultRole: "editor" };
  await service.call("PUT", "/org", { headers: owner.headers, body: { sso } });

  const { id } = await provisionUser(own);
  const before = await roleOf(own, id);
  await own.scim("PATCH", "/Groups/viewer", patchOf({ op: "add", path: "members", value: [{ value: id }] }));
  const during = await roleOf(own, id);
  await own.scim("PATCH", "/Groups/viewer", patchOf({ op: "remove", path: "members" }));

  expect([before, during, await roleOf(own, id)]).toEqual(["editor", "viewer", "editor"]);
});

test("a user who is created inactive cannot sign in until activated", async () => {
  const { body } = await fixture.scim("POST", "/Users", {
    schemas: [userSchema],
    userName: "inactive@users.example",
    active: false,
  });

  expect(body).toMatchObject({ active: false, displayName: "inactive@users.example" });
  expect((await fixture.call("GET", `/users/${body.id}`)).body.isActive).toBe(false);
});
