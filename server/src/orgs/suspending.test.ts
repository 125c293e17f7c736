import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { problem } from "../access/testing/problem.ts";
import { bearer, sessionOf, signIn } from "../access/testing/sign-in.ts";
import { findAbandonedUploads } from "../files/file-store.ts";
import { download, upload } from "../loader/testing/loading.ts";
import { postMcp } from "../mcp/testing/mcp-client.ts";
import { sql } from "../platform/database/sql.ts";
import { buildKey, buildUser } from "../testing/builders.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { inOwnOrg, type OrgService } from "../workflows/testing/own-org.ts";
import { operate, operatorSettings, resume, shareOperatorService, suspend } from "./testing/operator-world.ts";

let node: TestService;
let service: OrgService;

beforeAll(async () => {
  node = await shareOperatorService();
});

afterAll(() => node.stop());

beforeEach(async () => {
  service = await inOwnOrg(node);
});

const suspended = problem("org-suspended", { reason: "Unpaid.", suspendedOn: expect.any(String) });

describe("a suspended organization", () => {
  test("rejects keys, tokens, sessions and sign-ins until it is resumed", async () => {
    const user = await buildUser(node, service.org, { role: "owner" });
    const [token, session] = [
      await signIn(node, service.org, user),
      await signIn(node, service.org, user, { grant: "session" }),
    ];
    const userKey = await buildKey(node, service.org, { user });
    const callers = [service.key.headers, userKey.headers, bearer(token), sessionOf(session)];
    const callAll = () => Promise.all(callers.map((headers) => node.call("GET", "/whoami", { headers })));
    const before = await callAll();

    await suspend(node, service.org.slug, "Unpaid.");
    const during = await callAll();
    const newSignIn = await signIn(node, service.org, user);
    const wrongPassword = await signIn(node, service.org, user, { password: "not the password" });
    await resume(node, service.org.slug);
    const after = await callAll();

    expect(before.map(({ status }) => status)).toEqual(callers.map(() => 200));
    expect(during).toMatchObject(callers.map(() => suspended));
    expect(newSignIn).toMatchObject(suspended);
    // Strangers do not learn of it.
    expect(wrongPassword).toMatchObject(problem("login-failed"));
    expect(after.map(({ status }) => status)).toEqual(callers.map(() => 200));
    expect((await signIn(node, service.org, user)).status).toBe(200);
  });

  test("rejects writes, SCIM, MCP, inbound webhooks and download links", async () => {
    const inbound = (await service.call("POST", "/inbound-webhooks", { body: { name: "Shop" } })).body;
    const fileId = await upload(service, "some bytes");
    const { downloadUrl } = (await service.call("GET", `/files/${fileId}`)).body;
    const trigger = (secret: string) =>
      node.call("POST", `/trigger-webhooks/${inbound.id}`, { headers: { "x-webhook-secret": secret }, body: "{}" });

    await suspend(node, service.org.slug, "Unpaid.");
    const write = await service.call("POST", "/items", { body: { name: "Parka" } });
    const scim = await fetch(`${node.address}/api/scim/v2/Users`, { headers: service.key.headers });
    const mcp = await postMcp(node, { method: "tools/list" }, service.key.headers);
    const triggered = await trigger(inbound.secret);
    const guessed = await trigger("a guess");
    const link = await fetch(downloadUrl);
    await resume(node, service.org.slug);

    expect(write).toMatchObject(suspended);
    expect(scim.status).toBe(403);
    expect(mcp.status).toBe(403);
    expect(triggered).toMatchObject(suspended);
    expect(guessed).toMatchObject(problem("webhook-refused"));
    expect([link.status, await link.json()]).toMatchObject([403, { code: "org-suspended" }]);
    expect((await trigger(inbound.secret)).status).toBe(202);
    expect((await fetch(downloadUrl)).status).toBe(200);
    expect(await download(service, fileId)).toBe("some bytes");
  });

  test("other organizations are not affected", async () => {
    const other = await inOwnOrg(node);

    await suspend(node, service.org.slug);

    expect((await other.call("GET", "/whoami")).status).toBe(200);
    expect((await service.call("GET", "/whoami")).status).toBe(403);
  });

  test("a second suspension replaces the reason and keeps the time", async () => {
    await suspend(node, service.org.slug, "First.");
    const first = (await operate(node, "GET", `/orgs/${service.org.slug}`)).body.suspension;

    const second = await operate(node, "POST", `/orgs/${service.org.slug}/suspend`, { reason: "Second." });

    expect(second.body.suspension).toEqual({ since: first.since, reason: "Second." });
  });

  test("suspension and resumption are in its audit log", async () => {
    await suspend(node, service.org.slug, "Unpaid.");
    await resume(node, service.org.slug);
    await resume(node, service.org.slug);

    const { body } = await service.call("GET", "/audit-log?limit=2");
    expect(body.results).toMatchObject([
      { action: "org.resume", actor: { type: "operator", name: "operator token" }, after: { isSuspended: false } },
      { action: "org.suspend", before: { isSuspended: false }, after: { isSuspended: true, reason: "Unpaid." } },
    ]);
  });

  test("keeps unfinished uploads", async () => {
    const { db } = node.database;
    const body = { fileName: "big.csv", size: 10 };
    const file = (await service.call("POST", "/files", { body })).body;
    await suspend(node, service.org.slug);
    await db.query(sql`
      update orgs set suspended_on = now() - interval '3 days' where id = ${service.org.id}`);
    await db.query(sql`
      update files set updated_on = now() - interval '3 days' where org_id = ${service.org.id}`);

    const during = await findAbandonedUploads(db, 1_000);
    await resume(node, service.org.slug);
    const after = await findAbandonedUploads(db, 1_000);

    expect([...during, ...after].filter(({ id }) => id === file.id)).toEqual([]);
  });
});

test("another node rejects its requests within a second", async () => {
  const first = await startTestService(operatorSettings);
  const second = await startTestService(operatorSettings, first);
  try {
    const { orgSlug } = first.first;
    expect((await second.call("GET", "/whoami")).status).toBe(200);

    await suspend(first, orgSlug);
    await waitUntil("the other node rejects", async () => (await second.call("GET", "/whoami")).status === 403, 2_000);
    await resume(first, orgSlug);
    await waitUntil("the other node accepts", async () => (await second.call("GET", "/whoami")).status === 200, 2_000);
  } finally {
    await second.stop();
    await first.stop();
  }
});
