import { userOperations } from "@weft/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildKey, buildOrg, buildUser, uniqueName } from "../../testing/builders.ts";
import { shareTestService, type TestService, testPassword } from "../../testing/test-service.ts";
import type { OrgRow } from "../org-store.ts";
import { describeAdministeredKind } from "../testing/describe-administered-kind.ts";
import { errorsOf, problem } from "../testing/problem.ts";
import { bearer, sessionOf, signIn } from "../testing/sign-in.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

const buildEmail = () => `${uniqueName()}@users.example`;

describeAdministeredKind(() => service, {
  plural: "users",
  operations: userOperations,
  buildBody: () => ({ email: buildEmail(), role: "viewer" }),
  change: { name: "Ada Lovelace", role: "editor", isActive: false },
  readOnly: { email: "other@users.example", hasPassword: true, hasSignOn: "yes", lastLoginOn: "today" },
  badBody: {
    body: { email: "nobody", name: " ", role: "No Role", password: "too short" },
    errors: ["#/email invalid-format", "#/name too-small", "#/password too-small", "#/role invalid-format"],
  },
  badChange: {
    body: { ssoSubject: "a", name: "bell\u0007", role: 7, isActive: "yes", password: "x".repeat(1025) },
    errors: [
      "#/isActive invalid-type",
      "#/name invalid-format",
      "#/password too-big",
      "#/role invalid-type",
      "#/ssoSubject unknown-member",
    ],
  },
});

/** An org, and the headers of an app's administrator key in it. */
async function buildCompany() {
  const org = await buildOrg(service);
  const { headers } = await buildKey(service, org);
  return { org, headers };
}

/** A user with the headers of a key. */
async function buildMember(org: OrgRow, role: string) {
  const user = await buildUser(service, org, { role, password: null });
  const { headers } = await buildKey(service, org, { user });
  return { id: user.id, headers };
}

describe("creating", () => {
  test("a user is by default an active viewer, named by the email, without a password", async () => {
    const email = buildEmail();

    const answer = await service.call("POST", "/users", { body: { email } });

    expect(answer.body).toMatchObject({
      email,
      name: email,
      role: "viewer",
      isActive: true,
      hasPassword: false,
      hasSignOn: false,
      lastLoginOn: null,
    });
  });

  test("an email is stored in lower case and unique regardless of case, but not across orgs", async () => {
    const email = buildEmail();
    const stranger = await buildKey(service, await buildOrg(service));

    const created = await service.call("POST", "/users", { body: { email: ` ${email.toUpperCase()} ` } });
    const again = await service.call("POST", "/users", { body: { email } });
    const elsewhere = await service.call("POST", "/users", { headers: stranger.headers, body: { email } });

    expect(created).toMatchObject({ status: 201, body: { email } });
    expect(again).toMatchObject(problem("conflict"));
    expect(elsewhere.status).toBe(201);
  });

  test("a role that the org does not have is rejected, even if another org has it", async () => {
    const { org, headers } = await buildCompany();
    const viewer = await buildMember(org, "viewer");
    await service.call("POST", "/roles", { body: { name: "tailors", rights: [] } });

    const created = await service.call("POST", "/users", { headers, body: { email: buildEmail(), role: "tailors" } });
    const changed = await service.call("PUT", `/users/${viewer.id}`, { headers, body: { role: "tailors" } });

    for (const answer of [created, changed]) {
      expect(answer).toMatchObject(problem("invalid-request"));
      expect(errorsOf(answer)).toEqual(["#/role invalid-value"]);
    }
  });

  test("a password lets the user sign in and is never shown", async () => {
    const { org, headers } = await buildCompany();
    const email = buildEmail();

    const created = await service.call("POST", "/users", { headers, body: { email, password: testPassword } });
    const signedIn = await signIn(service, org, { email });
    const read = await service.call("GET", `/users/${created.body.id}`, { headers });

    expect(created.body.hasPassword).toBe(true);
    expect(signedIn.status).toBe(200);
    expect(read.body.lastLoginOn).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(JSON.stringify([created.body, read.body])).not.toMatch(/argon2|correct horse/);
  });
});

describe("owners", () => {
  test("an administrator who is not an owner cannot create, change or delete an owner", async () => {
    const { org, headers: appHeaders } = await buildCompany();
    const admin = await buildMember(org, "admin");
    const owner = await buildMember(org, "owner");
    await buildMember(org, "owner");
    const asAdmin = (method: string, path: string, body?: object, headers = admin.headers) =>
      service.call(method, path, { headers, body });

    const answers = [
      await asAdmin("POST", "/users", { email: buildEmail(), role: "owner" }),
      await asAdmin("PUT", `/users/${admin.id}`, { role: "owner" }),
      await asAdmin("PUT", `/users/${admin.id}`, { role: "owner" }, appHeaders),
      await asAdmin("PUT", `/users/${owner.id}`, { role: "viewer" }),
      await asAdmin("PUT", `/users/${owner.id}`, { password: "a password of mine" }),
      await asAdmin("PUT", `/users/${owner.id}`, { isActive: false }),
      await asAdmin("DELETE", `/users/${owner.id}`),
    ];

    expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => "forbidden"));
    expect((await asAdmin("GET", `/users/${owner.id}`)).body).toMatchObject({ role: "owner", version: 1 });
  });

  test("an administrator manages all other users", async () => {
    const { org } = await buildCompany();
    const { headers } = await buildMember(org, "admin");
    const editor = await buildMember(org, "editor");

    const promoted = await service.call("PUT", `/users/${editor.id}`, { headers, body: { role: "admin" } });
    const removed = await service.call("DELETE", `/users/${editor.id}`, { headers });

    expect([promoted.status, removed.status]).toEqual([200, 204]);
  });

  test("an owner creates another owner, and may then leave", async () => {
    const { org } = await buildCompany();
    const owner = await buildMember(org, "owner");
    const heir = await buildMember(org, "viewer");
    const { headers } = owner;

    const promoted = await service.call("PUT", `/users/${heir.id}`, { headers, body: { role: "owner" } });
    const left = await service.call("PUT", `/users/${owner.id}`, { headers, body: { role: "viewer" } });

    expect(promoted).toMatchObject({ status: 200, body: { role: "owner" } });
    expect(left).toMatchObject({ status: 200, body: { role: "viewer" } });
  });

  test.each([
    ["demoted", "PUT", { role: "admin" }],
    ["deactivated", "PUT", { isActive: false }],
    ["deleted", "DELETE", undefined],
  ])("the last active owner is not %s", async (_what, method, body) => {
    const { org } = await buildCompany();
    const last = await buildMember(org, "owner");
    const inactive = await buildMember(org, "owner");
    const { headers } = last;
    await service.call("PUT", `/users/${inactive.id}`, { headers, body: { isActive: false } });

    const answer = await service.call(method, `/users/${last.id}`, { headers, body });

    expect(answer).toMatchObject(problem("conflict"));
    expect((await service.call("GET", `/users/${last.id}`, { headers })).body).toMatchObject({
      role: "owner",
      isActive: true,
    });
  });

  test.each([
    ["PUT", { role: "viewer" }],
    ["DELETE", undefined],
  ])("of two owners who leave at the same moment by %s, one stays", async (method, body) => {
    const { org } = await buildCompany();
    const owners = [await buildMember(org, "owner"), await buildMember(org, "owner")];

    const answers = await Promise.all(
      owners.map(({ id, headers }) => service.call(method, `/users/${id}`, { headers, body })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([method === "PUT" ? 200 : 204, 409]);
  });
});

describe("credentials ended by a change", () => {
  /** A user who is signed in twice and has a key. */
  async function buildBusyUser() {
    const { org, headers } = await buildCompany();
    const user = await buildUser(service, org, { role: "editor" });
    const credentials = {
      session: sessionOf(await signIn(service, org, user, { grant: "session" })),
      token: bearer(await signIn(service, org, user)),
      key: (await buildKey(service, org, { user })).headers,
    };
    const statuses = async () => {
      const found: Record<string, number> = {};
      for (const [name, shown] of Object.entries(credentials)) {
        found[name] = (await service.call("GET", "/whoami", { headers: shown })).status;
      }
      return found;
    };
    expect(await statuses()).toEqual({ session: 200, token: 200, key: 200 });
    return { org, headers, user, statuses };
  }

  test("a new password ends sessions and tokens, and invalidates the old password", async () => {
    const { org, headers, user, statuses } = await buildBusyUser();
    const password = "quite another password";

    await service.call("PUT", `/users/${user.id}`, { headers, body: { password } });

    expect(await statuses()).toEqual({ session: 401, token: 401, key: 200 });
    expect(await signIn(service, org, user)).toMatchObject(problem("login-failed"));
    expect((await signIn(service, org, user, { password })).status).toBe(200);
  });

  test("another role ends sessions and tokens", async () => {
    const { headers, user, statuses } = await buildBusyUser();

    await service.call("PUT", `/users/${user.id}`, { headers, body: { role: "viewer" } });

    expect(await statuses()).toEqual({ session: 401, token: 401, key: 200 });
  });

  test("a deactivated user has no access; after reactivation the keys work again", async () => {
    const { org, headers, user, statuses } = await buildBusyUser();

    await service.call("PUT", `/users/${user.id}`, { headers, body: { isActive: false } });
    const inactive = await statuses();
    const refused = await signIn(service, org, user);
    await service.call("PUT", `/users/${user.id}`, { headers, body: { isActive: true } });

    expect(inactive).toEqual({ session: 401, token: 401, key: 401 });
    expect(refused).toMatchObject(problem("login-failed"));
    expect(await statuses()).toEqual({ session: 401, token: 401, key: 200 });
  });

  test("deleting a user deletes their credentials", async () => {
    const { headers, user, statuses } = await buildBusyUser();

    await service.call("DELETE", `/users/${user.id}`, { headers });

    expect(await statuses()).toEqual({ session: 401, token: 401, key: 401 });
  });

  test("another name, or the same role again, ends nothing", async () => {
    const { headers, user, statuses } = await buildBusyUser();

    await service.call("PUT", `/users/${user.id}`, {
      headers,
      body: { name: "Grace", role: "editor", isActive: true },
    });

    expect(await statuses()).toEqual({ session: 200, token: 200, key: 200 });
  });
});
