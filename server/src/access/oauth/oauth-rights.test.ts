import type { OAuthScope, Right } from "@weft/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postMcp } from "../../mcp/testing/mcp-client.ts";
import { sql } from "../../platform/database/sql.ts";
import { buildAssistant, buildUser, firstOrg, uniqueName } from "../../testing/builders.ts";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { grantsOfCredential, type StoredGrants } from "../grants.ts";
import { findStandings } from "../keys/standing-credential.ts";
import type { OrgRow } from "../org-store.ts";

let service: TestService;
let org: OrgRow;

beforeAll(async () => {
  service = await shareTestService();
  org = await firstOrg(service);
});

afterAll(() => service.stop());

const items: Right = { verbs: ["read", "update"], typePath: "item:*", fields: ["cost"] };
const everything: Right = { verbs: ["read", "create", "update", "delete"], typePath: "*" };
const readEverything: Right = { verbs: ["read"], typePath: "*" };

const stored: StoredGrants = { scope: null, preset: null, rights: [], user_role: "owner", role_rights: null };

const cases: readonly (readonly [string | null, OAuthScope, Right[] | null, Right[]])[] = [
  ["owner", "write", null, [everything]],
  ["owner", "read", null, [readEverything]],
  ["editor", "write", null, [everything]],
  ["editor", "read", null, [readEverything]],
  ["viewer", "write", null, [readEverything]],
  ["viewer", "read", null, [readEverything]],
  ["buyers", "write", [items], [items]],
  ["buyers", "read", [items], [{ ...items, verbs: ["read"] }]],
  ["writers", "read", [{ verbs: ["create"], typePath: "item" }], []],
  ["nothing", "read", [], []],
  ["deleted", "write", null, []],
  [null, "write", null, []],
];

test.each(cases)("an assistant of the role %s with the scope %s has some rights", (role, scope, ofRole, rights) => {
  const grants = grantsOfCredential({ ...stored, scope, user_role: role, role_rights: ofRole });

  expect(grants).toEqual({ rights, isAdministrator: false });
});

async function assistantOf(role: string, scope: OAuthScope) {
  const user = await buildUser(service, org, { role, password: null });
  return { user, headers: await buildAssistant(service, org, { user, scope }) };
}

const create = (headers: Record<string, string>) =>
  service.call("POST", "/items", { headers, body: { typePath: "item", name: "Parka" } });

describe("an owner's assistant", () => {
  test("with the scope read reads, and changes nothing: neither through the API nor through a tool", async () => {
    const { headers } = await assistantOf("owner", "read");
    const params = {
      name: "write",
      arguments: { kind: "item", operations: [{ op: "create", object: { name: "Parka" } }], dryRun: false },
    };

    const listed = await service.call("GET", "/items", { headers });
    const created = await create(headers);
    const { body } = await postMcp(service, { jsonrpc: "2.0", id: 1, method: "tools/call", params }, headers);

    expect([listed.status, created.status]).toEqual([200, 403]);
    expect(body.result.isError).toBe(true);
    expect(JSON.stringify(body.result)).toMatch(/This credential may not create item/);
  });

  test("with the scope write changes data, and administers nothing", async () => {
    const { headers } = await assistantOf("owner", "write");
    const administered = [
      ["POST", "/api-keys", {}],
      ["POST", "/access-tokens", {}],
      ["POST", "/users", { email: `${uniqueName()}@users.example`, role: "owner" }],
      ["POST", "/roles", { name: uniqueName(), rights: [] }],
      ["POST", "/apps", { name: uniqueName() }],
      ["POST", "/webhooks", { url: "https://shop.example/", events: ["item|create"], auth: { type: "none" } }],
      ["PUT", "/org", { name: "Mine" }],
      ["GET", "/users", undefined],
      ["GET", "/access-tokens", undefined],
      ["GET", "/audit-log", undefined],
      ["POST", "/entity-types", { typePath: "item:mine" }],
    ] as const;

    const created = await create(headers);
    const answers = await Promise.all(
      administered.map(([method, path, body]) => service.call(method, path, { headers, body })),
    );
    const who = await service.call("GET", "/whoami", { headers });

    expect(created.status).toBe(201);
    expect(answers.filter(({ status }) => status !== 403 && status !== 404)).toEqual([]);
    expect(who.body).toMatchObject({ role: "owner", isAdministrator: false, rights: [everything] });
  });
});

test("an assistant loses the rights that the role of its user loses", async () => {
  const role = await service.call("POST", "/roles", { body: { name: `role-${uniqueName()}`, rights: [everything] } });
  const { headers } = await assistantOf(role.body.name, "write");

  const before = await create(headers);
  await service.call("PUT", `/roles/${role.body.id}`, { body: { rights: [readEverything] } });
  const after = await create(headers);

  expect([before.status, after.status]).toEqual([201, 403]);
});

test("a restricted role's assistant sees no more than the role", async () => {
  const role = `role-${uniqueName()}`;
  const rights = [{ verbs: ["read"], typePath: "item", fields: ["name"] }];
  await service.call("POST", "/roles", { body: { name: role, rights } });
  const { body: item } = await service.call("POST", "/items", { body: { typePath: "item", name: "Coat", cost: 7 } });
  const { headers } = await assistantOf(role, "read");

  const read = await service.call("GET", `/items/${item.id}`, { headers });
  const colors = await service.call("GET", "/colors", { headers });

  expect(read.body).toMatchObject({ name: "Coat" });
  expect(read.body).not.toHaveProperty("cost");
  expect(colors.body.results ?? []).toEqual([]);
});

test("what an assistant set up continues to act with its rights while it can be renewed", async () => {
  const { headers } = await assistantOf("owner", "read");
  const { body } = await service.call("GET", "/whoami", { headers });
  const token = { type: "token", id: body.credential.id } as const;
  const standing = async () => (await findStandings(service.database.db, org.id, [token]))(token);

  await service.database.db.query(sql`
    update access_tokens set expires_on = now() - interval '1 day' where org_id = ${org.id} and id = ${token.id}`);
  const expired = await standing();
  await service.database.db.query(sql`
    update access_tokens set revoked_on = now() where org_id = ${org.id} and id = ${token.id}`);
  const revoked = await standing();

  expect(expired).toMatchObject({
    isActive: true,
    rights: { rights: [readEverything], isAdministrator: false, taskId: undefined },
  });
  expect(revoked).toMatchObject({ isActive: false });
});

test("a server that does not know scopes grants nothing: the stored rights are empty", async () => {
  const { headers } = await assistantOf("owner", "write");
  const { body } = await service.call("GET", "/whoami", { headers });
  const rows = await service.database.db.query(sql`
    select preset, rights from access_tokens where org_id = ${org.id} and id = ${body.credential.id}`);

  expect(rows).toEqual([{ preset: null, rights: [] }]);
});
