import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BuiltKey, buildKey, buildOrg, buildUser } from "../../testing/builders.ts";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import type { OrgRow } from "../org-store.ts";
import { bearer } from "../testing/sign-in.ts";
import type { UserRow } from "../user-store.ts";

let service: TestService;
let org: OrgRow;
let administrator: BuiltKey;
let owner: UserRow;
let ownerKey: BuiltKey;

beforeAll(async () => {
  service = await shareTestService();
  org = await buildOrg(service);
  administrator = await buildKey(service, org);
  owner = await buildUser(service, org, { role: "owner", password: null });
  ownerKey = await buildKey(service, org, { user: owner });
});

afterAll(() => service.stop());

async function issueToken(body: object, by = administrator): Promise<Record<string, string>> {
  return bearer(await service.call("POST", "/access-tokens", { headers: by.headers, body }));
}

async function issueKey(body: object, by = administrator): Promise<Record<string, string>> {
  const answer = await service.call("POST", "/api-keys", { headers: by.headers, body });
  return { "x-api-key": answer.body.apiKey, "x-api-org": org.slug };
}

// Each belongs to a user or app with all rights.
const narrowed: [string, () => Promise<Record<string, string>>][] = [
  ["an app's token for callbacks", () => issueToken({ preset: "callback" })],
  ["an app's token for one task", () => issueToken({ taskId: "task-1" })],
  ["an app's key for callbacks", () => issueKey({ preset: "callback" })],
  ["an owner's token for callbacks", () => issueToken({ userId: owner.id, preset: "callback" }, ownerKey)],
  ["an owner's token for one task", () => issueToken({ userId: owner.id, taskId: "task-1" }, ownerKey)],
  ["an owner's key for callbacks", () => issueKey({ userId: owner.id, preset: "callback" }, ownerKey)],
];

describe.each(narrowed)("%s", (_name, issue) => {
  test("may only call back for tasks", async () => {
    const caller = await service.call("GET", "/whoami", { headers: await issue() });

    expect(caller.body).toMatchObject({
      isAdministrator: false,
      rights: [{ verbs: ["read", "update"], typePath: "event-workflow-task" }],
    });
  });

  test.each(["users", "roles", "apps", "api-keys", "access-tokens"])("finds no %s", async (plural) => {
    expect((await service.call("GET", `/${plural}`, { headers: await issue() })).body.code).toBe("not-found");
  });

  test("cannot create a wider credential", async () => {
    const headers = await issue();
    const attempt = async (method: string, path: string, body?: object) =>
      (await service.call(method, path, { headers, body })).body.code;

    const codes = [
      await attempt("POST", "/api-keys", {}),
      await attempt("POST", "/api-keys", { userId: owner.id }),
      await attempt("POST", "/api-keys", { preset: "admin" }),
      await attempt("POST", "/access-tokens", {}),
      await attempt("POST", "/access-tokens", { preset: "admin" }),
      await attempt("GET", `/api-keys/${ownerKey.id}`),
      await attempt("PUT", `/api-keys/${ownerKey.id}`, { expiresOn: null }),
      await attempt("POST", `/api-keys/${ownerKey.id}/rotate`),
      await attempt("POST", `/api-keys/${ownerKey.id}/revoke`),
      await attempt("DELETE", `/api-keys/${ownerKey.id}`),
      await attempt("POST", "/users", { email: "heir@users.example", role: "owner" }),
      await attempt("PUT", `/users/${owner.id}`, { password: "a password of mine" }),
    ];

    expect(codes).toEqual(codes.map(() => "not-found"));
    expect((await service.call("GET", "/whoami", { headers: ownerKey.headers })).status).toBe(200);
  });

  test("does not change the org", async () => {
    const answer = await service.call("PUT", "/org", { headers: await issue(), body: { name: "Mine" } });

    expect(["forbidden", "not-found"]).toContain(answer.body.code);
  });
});

test("a credential for one task cannot read the org", async () => {
  const headers = await issueToken({ taskId: "task-1" });

  expect((await service.call("GET", "/org", { headers })).body.code).toBe("not-found");
});

test("a token for one task does not learn the address of its owner", async () => {
  const ofTask = await service.call("GET", "/whoami", {
    headers: await issueToken({ userId: owner.id, taskId: "task-1" }, ownerKey),
  });
  const ofUser = await service.call("GET", "/whoami", { headers: ownerKey.headers });

  expect(ofTask.body.actor).not.toHaveProperty("email");
  expect(ofUser.body.actor.email).toBe(owner.email);
});

test("a token for one task may still revoke itself", async () => {
  const headers = await issueToken({ taskId: "task-1" });

  const left = await service.call("POST", "/logout", { headers });

  expect(left.status).toBe(204);
  expect((await service.call("GET", "/whoami", { headers })).body.code).toBe("unauthenticated");
});
