import { appOperations } from "@weft/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { buildKey, buildOrg } from "../../testing/builders.ts";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { describeAdministeredKind } from "../testing/describe-administered-kind.ts";
import { problem } from "../testing/problem.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

describeAdministeredKind(() => service, {
  plural: "apps",
  operations: appOperations,
  buildBody: () => ({ name: `ERP ${newId()}` }),
  change: { description: "Sends prices every night. 👕" },
  readOnly: {},
  badBody: {
    body: { name: "", description: "x".repeat(2001) },
    errors: ["#/description too-big", "#/name too-small"],
  },
  badChange: {
    body: { name: "x".repeat(201), description: null },
    errors: ["#/description invalid-type", "#/name too-big"],
  },
});

/** A new app of the first org, as returned. */
async function buildApp(name = `ERP ${newId()}`) {
  const { body } = await service.call("POST", "/apps", { body: { name } });
  return body;
}

test("an app has an empty description by default, and its name is trimmed", async () => {
  const app = await buildApp(`  Shop ${newId()} `);

  expect(app).toMatchObject({ name: app.name.trim(), description: "" });
});

test("a name is unique within the org, but not across orgs", async () => {
  const { name } = await buildApp();
  const other = await buildApp();
  const stranger = await buildKey(service, await buildOrg(service));

  const again = await service.call("POST", "/apps", { body: { name } });
  const renamed = await service.call("PUT", `/apps/${other.id}`, { body: { name } });
  const elsewhere = await service.call("POST", "/apps", { headers: stranger.headers, body: { name } });

  expect(again).toMatchObject(problem("conflict"));
  expect(renamed).toMatchObject(problem("conflict"));
  expect(elsewhere.status).toBe(201);
});

test("a renamed app is shown with its new name at once", async () => {
  const app = await buildApp();
  const key = await service.call("POST", "/api-keys", { body: { appId: app.id, preset: "read-only" } });
  const headers = { "x-api-key": key.body.apiKey, "x-api-org": service.first.orgSlug };

  const before = await service.call("GET", "/whoami", { headers });
  const name = `PLM ${newId()}`;
  await service.call("PUT", `/apps/${app.id}`, { body: { name } });
  const after = await service.call("GET", "/whoami", { headers });

  expect(before.body.actor).toEqual({ id: app.id, type: "app", name: app.name });
  expect(after.body.actor).toEqual({ id: app.id, type: "app", name });
});

test("an app with valid keys is not deleted, and the response counts them", async () => {
  const app = await buildApp();
  const body = { appId: app.id, preset: "read-only" };
  const first = await service.call("POST", "/api-keys", { body });
  const second = await service.call("POST", "/api-keys", { body });
  await service.call("POST", "/api-keys", { body: { ...body, expiresOn: "2020-01-01T00:00:00.000Z" } });

  const withTwo = await service.call("DELETE", `/apps/${app.id}`);
  await service.call("POST", `/api-keys/${first.body.id}/revoke`);
  const withOne = await service.call("DELETE", `/apps/${app.id}`);
  await service.call("DELETE", `/api-keys/${second.body.id}`);
  const withNone = await service.call("DELETE", `/apps/${app.id}`);

  expect(withTwo).toMatchObject(problem("conflict", { counts: { "api-key": 2 } }));
  expect(withOne).toMatchObject(problem("conflict", { counts: { "api-key": 1 } }));
  expect(withNone.status).toBe(204);
});

test("deleting an app deletes its expired and revoked keys and its tokens", async () => {
  const app = await buildApp();
  const key = await service.call("POST", "/api-keys", { body: { appId: app.id, preset: "read-only" } });
  const token = await service.call("POST", "/access-tokens", { body: { appId: app.id, preset: "read-only" } });
  const headers = { authorization: `bearer ${token.body.accessToken}` };
  await service.call("POST", `/api-keys/${key.body.id}/revoke`);
  const before = await service.call("GET", "/whoami", { headers });

  await service.call("DELETE", `/apps/${app.id}`);

  expect(before.status).toBe(200);
  expect(await service.call("GET", "/whoami", { headers })).toMatchObject(problem("unauthenticated"));
  expect(await service.call("GET", `/api-keys/${key.body.id}`)).toMatchObject(problem("not-found"));
  expect(await service.call("GET", `/access-tokens/${token.body.id}`)).toMatchObject(problem("not-found"));
});
