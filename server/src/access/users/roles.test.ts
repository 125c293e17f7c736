import { roleOperations } from "@weft/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildKey, buildOrg, buildUser, uniqueName } from "../../testing/builders.ts";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { describeAdministeredKind } from "../testing/describe-administered-kind.ts";
import { errorsOf, problem } from "../testing/problem.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

const buildName = () => `role-${uniqueName()}`;
const readItems = { verbs: ["read"], typePath: "item:*" };

describeAdministeredKind(() => service, {
  plural: "roles",
  operations: roleOperations,
  buildBody: () => ({ name: buildName(), rights: [readItems] }),
  change: { rights: [{ verbs: ["read", "update"], typePath: "assortment", fields: ["name"] }] },
  readOnly: { name: "other" },
  badBody: {
    body: {
      name: "Not A Name",
      rights: [
        { verbs: [], typePath: "item" },
        { verbs: ["read"], typePath: "a b" },
      ],
    },
    errors: ["#/name invalid-format", "#/rights/0/verbs too-small", "#/rights/1/typePath invalid-format"],
  },
  badChange: { body: { rights: "all", preset: "admin" }, errors: ["#/preset unknown-member", "#/rights invalid-type"] },
});

test.each([
  [{ verbs: ["read", "fly"], typePath: "item" }, "#/rights/0/verbs/1 invalid-value"],
  [{ verbs: ["read"] }, "#/rights/0/typePath invalid-type"],
  [{ verbs: ["read"], typePath: "*:item" }, "#/rights/0/typePath invalid-format"],
  [{ verbs: ["read"], typePath: "item", fields: [""] }, "#/rights/0/fields/0 too-small"],
  [{ verbs: ["read"], typePath: "assortment", projectId: "" }, "#/rights/0/projectId too-small"],
  [{ verbs: ["read"], typePath: "item", admin: true }, "#/rights/0/admin unknown-member"],
])("the right %j is rejected", async (right, error) => {
  const answer = await service.call("POST", "/roles", { body: { name: buildName(), rights: [right] } });

  expect(answer).toMatchObject(problem("invalid-request"));
  expect(errorsOf(answer)).toEqual([error]);
});

test.each(["owner", "admin", "editor", "viewer"])("the name of the built-in role %s is reserved", async (name) => {
  const answer = await service.call("POST", "/roles", { body: { name, rights: [] } });

  expect(answer).toMatchObject(problem("conflict"));
});

test("a name is unique within the org, but not across orgs", async () => {
  const name = buildName();
  const stranger = await buildKey(service, await buildOrg(service));
  await service.call("POST", "/roles", { body: { name, rights: [] } });

  const again = await service.call("POST", "/roles", { body: { name, rights: [] } });
  const elsewhere = await service.call("POST", "/roles", { headers: stranger.headers, body: { name, rights: [] } });

  expect(again).toMatchObject(problem("conflict"));
  expect(elsewhere.status).toBe(201);
});

test("a role that users have is not deleted, and the response counts them", async () => {
  const org = await buildOrg(service);
  const { headers } = await buildKey(service, org);
  const role = await service.call("POST", "/roles", { headers, body: { name: "buyers", rights: [readItems] } });
  const users = [
    await buildUser(service, org, { role: "buyers", password: null }),
    await buildUser(service, org, { role: "buyers", password: null }),
  ];

  const refused = await service.call("DELETE", `/roles/${role.body.id}`, { headers });
  for (const user of users) {
    await service.call("PUT", `/users/${user.id}`, { headers, body: { role: "viewer" } });
  }
  const removed = await service.call("DELETE", `/roles/${role.body.id}`, { headers });

  expect(refused).toMatchObject(problem("conflict", { counts: { user: 2 } }));
  expect(removed.status).toBe(204);
});

test("a user acts with the rights of the role, and a changed role applies at once", async () => {
  const org = await buildOrg(service);
  const { headers } = await buildKey(service, org);
  const role = await service.call("POST", "/roles", { headers, body: { name: "buyers", rights: [readItems] } });
  const user = await buildUser(service, org, { role: "buyers", password: null });
  const key = await buildKey(service, org, { user });

  const before = await service.call("GET", "/whoami", { headers: key.headers });
  await service.call("PUT", `/roles/${role.body.id}`, { headers, body: { rights: [] } });
  const after = await service.call("GET", "/whoami", { headers: key.headers });

  expect(before.body).toMatchObject({ role: "buyers", isAdministrator: false, rights: [readItems] });
  expect(after.body).toMatchObject({ role: "buyers", isAdministrator: false, rights: [] });
});
