import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BuiltKey, buildKey, buildOrg, buildUser } from "../../testing/builders.ts";
import { type CallOptions, shareTestService, type TestService } from "../../testing/test-service.ts";
import type { OrgRow } from "../org-store.ts";
import { errorsOf, problem } from "../testing/problem.ts";
import { bearer, signIn, writingSessionOf } from "../testing/sign-in.ts";
import type { UserRow } from "../user-store.ts";

let service: TestService;
let org: OrgRow;
let administrator: BuiltKey;
let viewer: UserRow;
let viewerKey: BuiltKey;

beforeAll(async () => {
  service = await shareTestService();
  org = await buildOrg(service);
  administrator = await buildKey(service, org);
  viewer = await buildUser(service, org);
  viewerKey = await buildKey(service, org, { user: viewer });
});

afterAll(() => service.stop());

const call = (by: { headers: Record<string, string> }, method: string, path: string, body?: CallOptions["body"]) =>
  service.call(method, path, { headers: by.headers, body });

/** Kinds of credentials of a user: the tests below must pass for all. */
const waysIn: [string, () => Promise<{ headers: Record<string, string> }>][] = [
  ["a key", async () => viewerKey],
  ["a token from signing in", async () => ({ headers: bearer(await signIn(service, org, viewer)) })],
  ["a session", async () => ({ headers: writingSessionOf(await signIn(service, org, viewer, { grant: "session" })) })],
];

describe.each(waysIn)("a viewer with %s", (_name, enter) => {
  test("creates, reads, changes, rotates, revokes and deletes their own keys", async () => {
    const by = await enter();

    const created = await call(by, "POST", "/api-keys", { label: "laptop" });
    const path = `/api-keys/${created.body.id}`;
    const read = await call(by, "GET", path);
    const changed = await call(by, "PUT", path, { label: "old laptop", expiresOn: "2099-01-01T00:00:00.000Z" });
    const rotated = await call(by, "POST", `${path}/rotate`, { overlapSeconds: 60 });
    const revoked = await call(by, "POST", `${path}/revoke`);
    const removed = await call(by, "DELETE", path);

    const answers = [created, read, changed, rotated, revoked, removed];
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 201, 200, 204]);
    expect(created.body).toMatchObject({ userId: viewer.id, appId: null, createdById: viewer.id, preset: null });
    expect(created.body.apiKey).toMatch(/^user:weft_/);
    expect(rotated.body).toMatchObject({ userId: viewer.id, label: "old laptop" });
  });

  test("gets keys that act with the viewer's rights", async () => {
    const { body } = await call(await enter(), "POST", "/api-keys", {});

    const caller = await service.call("GET", "/whoami", {
      headers: { "x-api-key": body.apiKey, "x-api-org": org.slug },
    });

    expect(caller.body).toMatchObject({
      actor: { type: "user", id: viewer.id, email: viewer.email },
      credential: { type: "user-key", id: body.id },
      role: "viewer",
      isAdministrator: false,
      rights: [{ verbs: ["read"], typePath: "*" }],
    });
  });

  test("cannot see that keys of others exist", async () => {
    const by = await enter();
    const colleague = await buildUser(service, org, { password: null });
    const others = [administrator, await buildKey(service, org, { user: colleague })];

    const list = await call(by, "GET", "/api-keys?limit=1000");

    expect(list.body.results.map(({ userId }: { userId: string }) => userId)).toEqual(
      list.body.results.map(() => viewer.id),
    );
    for (const { id, headers } of others) {
      expect(await call(by, "GET", `/api-keys/${id}`)).toMatchObject(problem("not-found"));
      expect(await call(by, "PUT", `/api-keys/${id}`, { label: "mine" })).toMatchObject(problem("not-found"));
      expect(await call(by, "DELETE", `/api-keys/${id}`)).toMatchObject(problem("not-found"));
      expect(await call(by, "POST", `/api-keys/${id}/rotate`)).toMatchObject(problem("not-found"));
      expect(await call(by, "POST", `/api-keys/${id}/revoke`)).toMatchObject(problem("not-found"));
      expect((await service.call("GET", "/whoami", { headers })).status).toBe(200);
    }
  });

  test("cannot create keys for others or set a rate", async () => {
    const by = await enter();
    const colleague = await buildUser(service, org, { password: null });
    const { body: app } = await call(administrator, "POST", "/apps", { name: `ERP of ${colleague.id}` });
    const limited = await buildKey(service, org, { user: viewer, ratePerSecond: 5 });

    const answers = [
      await call(by, "POST", "/api-keys", { userId: colleague.id }),
      await call(by, "POST", "/api-keys", { appId: app.id, preset: "admin" }),
      await call(by, "POST", "/api-keys", { ratePerSecond: 1_000 }),
      await call(by, "PUT", `/api-keys/${viewerKey.id}`, { ratePerSecond: 1_000 }),
      await call(by, "PUT", `/api-keys/${limited.id}`, { ratePerSecond: null }),
    ];

    expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => "forbidden"));
  });

  test("can send back their own key as a whole, with another label and its rate", async () => {
    const by = await enter();
    const { id } = await buildKey(service, org, { user: viewer, ratePerSecond: 5 });
    const { body: read } = await call(by, "GET", `/api-keys/${id}`);

    const answer = await call(by, "PUT", `/api-keys/${id}`, { ...read, label: "laptop" });

    expect(answer).toMatchObject({ status: 200, body: { label: "laptop", ratePerSecond: 5, version: 2 } });
  });

  test.each([{ preset: "admin" }, { preset: "loader" }, { rights: [{ verbs: ["delete"], typePath: "*" }] }])(
    "does not get wider rights by setting %j on a key",
    async (grants) => {
      const by = await enter();

      for (const [method, path] of [
        ["POST", "/api-keys"],
        ["PUT", `/api-keys/${viewerKey.id}`],
      ] as const) {
        const answer = await call(by, method, path, grants);
        expect(answer).toMatchObject(problem("invalid-request"));
        expect(errorsOf(answer)).toEqual(["#/preset invalid-value"]);
      }
    },
  );
});

test("own keys are also paged", async () => {
  const user = await buildUser(service, org, { password: null });
  const older = [await buildKey(service, org, { user }), await buildKey(service, org, { user })];
  const by = await buildKey(service, org, { user });

  const first = await call(by, "GET", "/api-keys?limit=2");
  const second = await call(by, "GET", `/api-keys?limit=2&nextPageKey=${first.body.nextPageKey}`);

  const ids = [...first.body.results, ...second.body.results].map(({ id }: { id: string }) => id);
  expect(ids).toEqual([...older, by].map(({ id }) => id));
  expect(second.body.nextPageKey).toBeUndefined();
});

test("for an app that is not an administrator keys do not exist, so setting a rate returns 404", async () => {
  const loader = await buildKey(service, org, { preset: "loader" });

  const answer = await call(loader, "POST", "/api-keys", { preset: "loader", ratePerSecond: 5 });

  expect(answer).toMatchObject(problem("not-found"));
});
