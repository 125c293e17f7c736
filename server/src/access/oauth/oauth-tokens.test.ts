import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callTool } from "../../mcp/testing/mcp-client.ts";
import { sql } from "../../platform/database/sql.ts";
import { buildOrg, buildOwnerKey, buildUser, firstOrg } from "../../testing/builders.ts";
import type { TestService } from "../../testing/test-service.ts";
import type { OrgRow } from "../org-store.ts";
import type { UserRow } from "../user-store.ts";
import {
  approve,
  auditedOf,
  browserOf,
  callback,
  codeIn,
  connect,
  connectionOf,
  exchange,
  refresh,
  register,
  startOAuthService,
  statusWith,
  tokenIdOf,
} from "./testing/oauth-world.ts";

let service: TestService;
let org: OrgRow;
let owner: Record<string, string>;
let user: UserRow;
let browser: Record<string, string>;
let clientId: string;

beforeAll(async () => {
  service = await startOAuthService();
  org = await firstOrg(service);
  owner = (await buildOwnerKey(service, org)).headers;
  clientId = await register(service);
});

beforeEach(async () => {
  user = await buildUser(service, org, { role: "editor" });
  browser = await browserOf(service, org, user);
});

afterAll(() => service.stop());

const refusedGrant = { error: "invalid_grant", error_description: expect.any(String) };

const newCode = async () => codeIn(await approve(service, { browser, clientId }));

describe("a connected application", () => {
  test("acts as its user, with an access token that is listed and audited like any other", async () => {
    const code = await newCode();
    const { status, headers, body } = await exchange(service, clientId, code);
    const connection = connectionOf(clientId, body);
    const id = await tokenIdOf(service, connection);
    const listed = await service.call("GET", `/access-tokens/${id}`, { headers: owner });
    const who = await service.call("GET", "/whoami", { headers: connection.headers });

    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^weft_token_/),
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^weft_refresh_/),
      scope: "read write",
    });
    expect(listed.body).toMatchObject({
      label: "Claude",
      clientName: "Claude",
      scope: "write",
      userId: user.id,
      createdById: user.id,
      preset: null,
      rights: null,
    });
    expect(who.body).toMatchObject({ actor: { id: user.id }, credential: { type: "access-token", label: "Claude" } });
    expect(await auditedOf(service, { user, action: "session.sign-in", owner })).toContainEqual(
      expect.objectContaining({
        actor: expect.objectContaining({ type: "user", id: user.id, name: user.name }),
        after: { method: "oauth", grant: "token", accessTokenId: id, clientName: "Claude", scope: "write" },
      }),
    );
  });

  test("calls the tools of /mcp", async () => {
    const { headers } = await connect(service, { browser });

    const found = await callTool(service, "find", { kind: "item" }, headers);

    expect(found).toMatchObject({ results: [] });
  });

  test("is disconnected when an administrator deletes its token", async () => {
    const connection = await connect(service, { browser });
    const id = await tokenIdOf(service, connection);

    const deleted = await service.call("DELETE", `/access-tokens/${id}`, { headers: owner });

    expect(deleted.status).toBe(204);
    expect(await statusWith(service, connection)).toBe(401);
    expect((await refresh(service, clientId, connection.refreshToken)).body).toEqual(refusedGrant);
  });
});

describe("a code", () => {
  const wrong: readonly (readonly [string, Record<string, string | undefined>, string])[] = [
    ["another verifier", { code_verifier: "another-code-verifier-of-another-client-4343" }, "invalid_grant"],
    ["another redirect URI", { redirect_uri: "http://localhost:1/callback" }, "invalid_grant"],
    ["another resource", { resource: "https://other.example/mcp" }, "invalid_target"],
  ];

  test.each(wrong)("is refused with %s, and used up", async (_, changes, error) => {
    const code = await newCode();

    const refused = await exchange(service, clientId, code, changes);
    const again = await exchange(service, clientId, code);

    expect([refused.status, refused.body.error]).toEqual([400, error]);
    expect(again.body).toEqual(refusedGrant);
  });

  test("is refused with the client_id of another application, and used up", async () => {
    const code = await newCode();
    const other = await register(service, { client_name: "Other" });

    const refused = await exchange(service, other, code);

    expect(refused.body).toEqual(refusedGrant);
    expect((await exchange(service, clientId, code)).body).toEqual(refusedGrant);
  });

  test("is valid once, also of simultaneous requests", async () => {
    const code = await newCode();

    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(service, clientId, code)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  test.each(["", "x", "AAAAAAAAAAAAAAAA.000000000000000000000000000000000000", "%00"])(
    "%j is refused",
    async (code) => {
      const { status, body } = await exchange(service, clientId, code);

      expect([status, body.error]).toEqual([400, code === "" ? "invalid_request" : "invalid_grant"]);
    },
  );

  test("expires after a minute", async () => {
    const code = await newCode();
    await service.database.db.query(sql`
      update sign_on_attempts set expires_on = expires_on - interval '1 minute' where org_id = ${org.id}`);

    expect((await exchange(service, clientId, code)).body).toEqual(refusedGrant);
  });

  test("is of one organization", async () => {
    const other = await buildOrg(service);
    const code = await newCode();

    const refused = await exchange(service, clientId, code.replace(org.id, other.id));

    expect(refused.body).toEqual(refusedGrant);
    expect((await exchange(service, clientId, code)).status).toBe(200);
  });

  test.each([
    ["deactivated", { isActive: false }],
    ["given another password", { password: "a password nobody guesses 1" }],
    ["given another role", { role: "viewer" }],
  ])("is void when the user was %s after approving", async (_, change) => {
    const code = await newCode();
    const changed = await service.call("PUT", `/users/${user.id}`, { headers: owner, body: change });

    expect(changed.status).toBe(200);
    expect((await exchange(service, clientId, code)).body).toEqual(refusedGrant);
  });
});

test("the redirect URI of the exchange is the one of the request, with its port", async () => {
  const code = codeIn(
    await approve(service, { browser, clientId, changes: { redirect_uri: "http://localhost:50001/callback" } }),
  );

  const { status } = await exchange(service, clientId, code, { redirect_uri: "http://localhost:50001/callback" });

  expect([status, callback]).toEqual([200, "http://localhost:33418/callback"]);
});
