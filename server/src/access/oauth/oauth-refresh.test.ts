import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { postMcp } from "../../mcp/testing/mcp-client.ts";
import { oneRow, sql } from "../../platform/database/sql.ts";
import { buildOrg, buildOwnerKey, buildUser, firstOrg } from "../../testing/builders.ts";
import type { TestService } from "../../testing/test-service.ts";
import type { OrgRow } from "../org-store.ts";
import type { UserRow } from "../user-store.ts";
import {
  auditedOf,
  browserOf,
  connect,
  connectionOf,
  post,
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

/** As if the time had passed since the last rotation, or since the token was issued. */
async function age(id: string, column: "refreshed_on" | "expires_on" | "created_on", interval: string): Promise<void> {
  const moved = {
    refreshed_on: sql`refreshed_on = refreshed_on - ${interval}::interval`,
    expires_on: sql`expires_on = expires_on - ${interval}::interval`,
    created_on: sql`created_on = created_on - ${interval}::interval`,
  };
  const rows = await service.database.db.query(sql`
    update access_tokens set ${moved[column]} where org_id = ${org.id} and id = ${id} returning id`);
  oneRow(rows);
}

describe("refreshing", () => {
  test("replaces both tokens in the same row, and extends it", async () => {
    const first = await connect(service, { browser, clientId, grant: "read" });
    const id = await tokenIdOf(service, first);
    await age(id, "expires_on", "2 hours");
    await expect.poll(() => statusWith(service, first)).toBe(401);

    const answer = await refresh(service, clientId, first.refreshToken, { scope: "read write" });
    const second = connectionOf(clientId, answer.body);

    expect([answer.status, answer.body.scope]).toEqual([200, "read"]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect([await tokenIdOf(service, second), await statusWith(service, first)]).toEqual([id, 401]);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect((await refresh(service, clientId, second.refreshToken)).status).toBe(200);
  });

  test("is retried with the same token within 30 seconds, after a lost response", async () => {
    const { refreshToken } = await connect(service, { browser, clientId });

    const lost = await refresh(service, clientId, refreshToken);
    const retried = await refresh(service, clientId, refreshToken);

    expect([lost.status, retried.status]).toEqual([200, 200]);
    expect(await statusWith(service, connectionOf(clientId, lost.body))).toBe(401);
    expect(await statusWith(service, connectionOf(clientId, retried.body))).toBe(200);
  });

  test("with a former token later than that ends the connection, because someone may have stolen it", async () => {
    const first = await connect(service, { browser, clientId });
    const id = await tokenIdOf(service, first);
    const second = connectionOf(clientId, (await refresh(service, clientId, first.refreshToken)).body);
    await age(id, "refreshed_on", "31 seconds");

    const reused = await refresh(service, clientId, first.refreshToken);

    expect(reused.body).toEqual(refusedGrant);
    await expect.poll(() => statusWith(service, second)).toBe(401);
    expect((await refresh(service, clientId, second.refreshToken)).body).toEqual(refusedGrant);
    expect(await auditedOf(service, { user, action: "session.end", owner })).toEqual([
      expect.objectContaining({
        actor: { type: "unknown" },
        after: expect.objectContaining({ accessTokenId: id, reason: "refresh-token-reused", tokens: 1 }),
      }),
    ]);
  });

  test("with a token of two rotations ago ends the connection at once", async () => {
    const first = await connect(service, { browser, clientId });
    const second = connectionOf(clientId, (await refresh(service, clientId, first.refreshToken)).body);
    const third = connectionOf(clientId, (await refresh(service, clientId, second.refreshToken)).body);

    const reused = await refresh(service, clientId, first.refreshToken);

    expect(reused.body).toEqual(refusedGrant);
    await expect.poll(() => statusWith(service, third)).toBe(401);
  });

  test("needs the same client", async () => {
    const connection = await connect(service, { browser, clientId });
    const other = await register(service, { client_name: "Other" });

    const withOther = await refresh(service, other, connection.refreshToken);
    const withUnknown = await refresh(service, "unknown", connection.refreshToken);
    const withNone = await refresh(service, "", connection.refreshToken);

    expect(withOther.body).toEqual(refusedGrant);
    expect([withUnknown.status, withUnknown.body.error]).toEqual([401, "invalid_client"]);
    expect([withNone.status, withNone.body.error]).toEqual([400, "invalid_request"]);
    expect(await statusWith(service, connection)).toBe(200);
  });

  test("works in one organization", async () => {
    const { refreshToken } = await connect(service, { browser, clientId });
    const other = await buildOrg(service);

    const refused = await refresh(service, clientId, refreshToken.replace(org.id, other.id));

    expect(refused.body).toEqual(refusedGrant);
    expect((await refresh(service, clientId, refreshToken)).status).toBe(200);
  });

  const endings: readonly (readonly [string, () => Promise<unknown>])[] = [
    ["the user was deactivated", () => changeUser({ isActive: false })],
    // Whatever deactivated them, and even if it left their tokens.
    [
      "the user became inactive",
      () =>
        service.database.db.query(sql`update users set is_active = false where id = ${user.id} and org_id = ${org.id}`),
    ],
    ["the password was changed", () => changeUser({ password: "a password nobody guesses 1" })],
    ["the user was deleted", () => service.call("DELETE", `/users/${user.id}`, { headers: owner })],
  ];

  function changeUser(body: object) {
    return service.call("PUT", `/users/${user.id}`, { headers: owner, body });
  }

  test.each(endings)("fails after %s, also of an expired token", async (_, end) => {
    const connection = await connect(service, { browser, clientId });
    await age(await tokenIdOf(service, connection), "expires_on", "2 hours");

    await end();

    expect((await refresh(service, clientId, connection.refreshToken)).body).toEqual(refusedGrant);
  });

  test("does not revive a token when a user is activated again", async () => {
    const connection = await connect(service, { browser, clientId });
    await changeUser({ isActive: false });
    await changeUser({ isActive: true });

    expect((await refresh(service, clientId, connection.refreshToken)).body).toEqual(refusedGrant);
  });

  test("fails while the organization is suspended", async () => {
    const connection = await connect(service, { browser, clientId });
    const suspend = (on: Date | null) =>
      service.database.db.query(sql`update orgs set suspended_on = ${on} where id = ${org.id}`);

    await suspend(new Date());
    const refused = await refresh(service, clientId, connection.refreshToken);
    await suspend(null);

    expect(refused.body).toEqual(refusedGrant);
    expect((await refresh(service, clientId, connection.refreshToken)).status).toBe(200);
  });

  test("fails beyond the organization's limit on the lifetime of keys", async () => {
    const connection = await connect(service, { browser, clientId });
    await age(await tokenIdOf(service, connection), "created_on", "31 days");
    const limit = (keyLifetimeDays: number | null) =>
      service.call("PUT", "/org", { headers: owner, body: { keyLifetimeDays } });

    expect((await limit(30)).status).toBe(200);
    const refused = await refresh(service, clientId, connection.refreshToken);
    await limit(null);

    expect(refused.body).toEqual(refusedGrant);
    expect((await refresh(service, clientId, connection.refreshToken)).status).toBe(200);
  });

  test("an access token is not a refresh token, nor the other way round", async () => {
    const { accessToken, refreshToken } = await connect(service, { browser, clientId });

    const refused = await refresh(service, clientId, accessToken);
    const mcp = await postMcp(service, {}, { authorization: `Bearer ${refreshToken}` });

    expect(refused.body).toEqual(refusedGrant);
    expect(mcp.status).toBe(401);
  });
});

describe("revoking", () => {
  test.each(["accessToken", "refreshToken"] as const)("by the %s ends the connection", async (name) => {
    const connection = await connect(service, { browser, clientId });
    const id = await tokenIdOf(service, connection);

    const revoked = await post(service, "/oauth/revoke", { token: connection[name], client_id: clientId });

    expect([revoked.status, revoked.body]).toEqual([200, {}]);
    await expect.poll(() => statusWith(service, connection)).toBe(401);
    expect((await refresh(service, clientId, connection.refreshToken)).body).toEqual(refusedGrant);
    expect(await auditedOf(service, { user, action: "session.sign-out", owner })).toEqual([
      expect.objectContaining({ after: { method: "oauth", accessTokenId: id, clientName: "Claude" } }),
    ]);
  });

  test("ignores tokens that are unknown, of another client, or of no application", async () => {
    const connection = await connect(service, { browser, clientId });
    const other = await register(service, { client_name: "Other" });
    const plain = await service.call("POST", "/access-tokens", { headers: owner, body: {} });
    const tokens = [
      { token: "unknown", client_id: clientId },
      { token: plain.body.accessToken, client_id: clientId },
      { token: connection.refreshToken, client_id: other },
      { token: connection.refreshToken.replace(org.id, (await buildOrg(service)).id), client_id: clientId },
    ];

    const answers = await Promise.all(tokens.map((form) => post(service, "/oauth/revoke", form)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await statusWith(service, connection)).toBe(200);
    expect(await statusWith(service, { headers: { authorization: `bearer ${plain.body.accessToken}` } })).toBe(200);
  });
});
