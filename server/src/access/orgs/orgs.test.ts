import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { type BuiltKey, buildKey, buildOrg, buildOwnerKey, buildUser } from "../../testing/builders.ts";
import { startTestService, type TestService } from "../../testing/test-service.ts";
import type { OrgRow } from "../org-store.ts";

let service: TestService;
let org: OrgRow;
let administrator: BuiltKey;

beforeAll(async () => {
  service = await startTestService({ WEFT_OUTBOUND_ALLOW: "10.1.0.0/16" });
});

afterAll(() => service.stop());

const sso = { issuer: "https://login.example", clientId: "weft", clientSecret: "kept to ourselves" };

async function buildAdministeredOrg(): Promise<void> {
  org = await buildOrg(service);
  administrator = await buildOwnerKey(service, org);
}

async function put(body: unknown, headers: Readonly<Record<string, string>> = {}) {
  return service.call("PUT", "/org", { headers: { ...administrator.headers, ...headers }, body });
}

async function get(key: BuiltKey = administrator) {
  return service.call("GET", "/org", { headers: key.headers });
}

test("an org is read, and each field can be changed", async () => {
  await buildAdministeredOrg();

  const before = await get();
  const changed = await put({ name: "Acme", timeZone: "Europe/Berlin" });
  const untouched = await put({});

  expect(before).toMatchObject({ status: 200, body: { slug: org.slug, timeZone: "UTC", sso: null, version: 1 } });
  expect(before.headers.get("etag")).toBe('"1"');
  expect(changed.body).toMatchObject({ name: "Acme", timeZone: "Europe/Berlin", slug: org.slug, version: 2 });
  expect(changed.headers.get("etag")).toBe('"2"');
  expect(untouched.body).toMatchObject({ name: "Acme", timeZone: "Europe/Berlin", version: 2 });
});

test("a new name shows at once in whoami", async () => {
  await buildAdministeredOrg();
  await service.call("GET", "/whoami", { headers: administrator.headers });

  await put({ name: "Renamed" });

  const me = await service.call("GET", "/whoami", { headers: administrator.headers });
  expect(me.body.org.name).toBe("Renamed");
});

test("a change of an outdated version is rejected", async () => {
  await buildAdministeredOrg();

  const stale = await put({ name: "Stale" }, { "if-match": '"7"' });
  const current = await put({ name: "Current" }, { "if-match": '"1"' });

  expect(stale).toMatchObject({ status: 412, body: { code: "version-mismatch", currentVersion: 1 } });
  expect(current.status).toBe(200);
});

test.each([
  ["a time zone that does not exist", { timeZone: "Mars/Olympus" }],
  ["an empty name", { name: "" }],
  ["a member that is not known", { plan: "other" }],
])("%s is rejected", async (_name, body) => {
  await buildAdministeredOrg();

  const answer = await put(body);

  expect(answer.status).toBe(400);
});

test("callers who are not administrators read the org without its single sign-on, and change nothing", async () => {
  await buildAdministeredOrg();
  await put({ sso });
  const editor = await buildKey(service, org, { user: await buildUser(service, org, { role: "editor" }) });
  const reader = await buildKey(service, org, { preset: "read-only" });

  for (const key of [editor, reader]) {
    const read = await get(key);
    const write = await service.call("PUT", "/org", { headers: key.headers, body: { name: "Mine" } });

    expect(read).toMatchObject({ status: 200, body: { slug: org.slug, sso: null } });
    expect(write).toMatchObject({ status: 403, body: { code: "forbidden" } });
  }
});

test("without a credential the org cannot be read", async () => {
  const answers = [
    await service.call("GET", "/org", { headers: {} }),
    await service.call("PUT", "/org", { headers: {}, body: {} }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
});

describe("the client secret", () => {
  async function readStoredSecret(): Promise<Buffer | null | undefined> {
    const rows = await service.database.db.query<{ client_secret: Buffer | null }>(sql`
      select client_secret from org_sign_on where org_id = ${org.id}`);
    return rows[0]?.client_secret;
  }

  test("is never shown, and is stored encrypted", async () => {
    await buildAdministeredOrg();

    const changed = await put({ sso });
    const read = await get();

    const rules = { defaultRole: null, emailDomains: [], isRequired: false };
    const shown = { issuer: sso.issuer, clientId: "weft", hasClientSecret: true, ...rules };
    expect(changed.body.sso).toEqual(shown);
    expect(read.body.sso).toEqual(shown);
    expect(JSON.stringify([changed.body, read.body])).not.toContain(sso.clientSecret);
    expect((await readStoredSecret())?.includes(sso.clientSecret)).toBe(false);
    expect(service.logLines.join("")).not.toContain(sso.clientSecret);
  });

  test("stays if it is omitted for the same client", async () => {
    await buildAdministeredOrg();
    await put({ sso });
    const stored = await readStoredSecret();
    const { clientSecret: _left, ...rest } = sso;

    const answer = await put({ sso: { ...rest, defaultRole: "viewer" } });

    expect(answer.body.sso).toMatchObject({ hasClientSecret: true, defaultRole: "viewer" });
    expect((await readStoredSecret())?.equals(stored ?? Buffer.alloc(0))).toBe(true);
  });

  test.each([
    ["issuer", { issuer: "https://elsewhere.example" }],
    ["client", { clientId: "another" }],
  ])("is deleted if it is omitted for another %s", async (_name, change) => {
    await buildAdministeredOrg();
    await put({ sso });
    const { clientSecret: _left, ...rest } = sso;

    const answer = await put({ sso: { ...rest, ...change } });

    expect(answer.body.sso).toMatchObject({ ...change, hasClientSecret: false });
    expect(await readStoredSecret()).toBeNull();
  });

  test("is deleted with the settings, and stays when other fields change", async () => {
    await buildAdministeredOrg();
    await put({ sso });

    const renamed = await put({ name: "Acme" });
    const removed = await put({ sso: null });

    expect(renamed.body.sso).toMatchObject({ hasClientSecret: true });
    expect(removed.body.sso).toBeNull();
    expect(await readStoredSecret()).toBeUndefined();
  });
});

describe("an issuer", () => {
  test.each([
    "https://login.example",
    "https://login.example/tenant/v2.0",
    "https://login.example:8443/",
    "https://10.1.2.3",
    "http://10.1.2.3:8080/realms/main",
  ])("%s is accepted", async (issuer) => {
    await buildAdministeredOrg();

    const answer = await put({ sso: { ...sso, issuer } });

    expect(answer.body.sso).toMatchObject({ issuer });
  });

  test.each([
    ["over plain http", "http://login.example"],
    ["over plain http at a public address", "http://93.184.216.34"],
    ["at a private address", "https://10.2.0.1"],
    ["at loopback", "http://127.0.0.1:3000"],
    ["at loopback by name", "http://localhost:3000"],
    ["at the metadata service", "https://169.254.169.254"],
    ["at loopback in another spelling", "https://0x7f.1"],
    ["at IPv6 loopback", "http://[::1]"],
    ["with a user name", "https://me@login.example"],
    ["that is the URL of its metadata", "https://login.example/.well-known/openid-configuration"],
    ["with a query", "https://login.example?tenant=1"],
    ["with a fragment", "https://login.example#tenant"],
    ["of another scheme", "ftp://login.example"],
    ["that is not a URL", "login.example"],
  ])("%s is rejected", async (_name, issuer) => {
    await buildAdministeredOrg();

    const answer = await put({ sso: { ...sso, issuer } });

    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "#/sso/issuer" }] } });
    expect((await get()).body.sso).toBeNull();
  });
});

describe("a default role", () => {
  test("may be built-in or custom", async () => {
    await buildAdministeredOrg();
    const rights = [{ verbs: ["read"], typePath: "item:*" }];
    await service.call("POST", "/roles", { headers: administrator.headers, body: { name: "buyer", rights } });

    const answers = [
      await put({ sso: { ...sso, defaultRole: "admin" } }),
      await put({ sso: { ...sso, defaultRole: "buyer" } }),
    ];

    expect(answers.map(({ body }) => body.sso.defaultRole)).toEqual(["admin", "buyer"]);
  });

  test.each(["owner", "no-such-role"])("is not %s", async (defaultRole) => {
    await buildAdministeredOrg();

    const answer = await put({ sso: { ...sso, defaultRole } });

    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "#/sso/defaultRole" }] } });
  });

  test("of another org is not accepted", async () => {
    await buildAdministeredOrg();
    const rights = [{ verbs: ["read"], typePath: "item:*" }];
    await service.call("POST", "/roles", { headers: administrator.headers, body: { name: "theirs", rights } });
    await buildAdministeredOrg();

    const answer = await put({ sso: { ...sso, defaultRole: "theirs" } });

    expect(answer.status).toBe(400);
  });
});

describe("the retention of change records", () => {
  test("keeps everything by default, changes by type, and can be cleared as a whole", async () => {
    await buildAdministeredOrg();

    const before = await get();
    const answers = [
      await put({ retention: { item: 30, color: 36_500 } }),
      await put({ retention: { color: null, role: 1 } }),
      await put({ name: "Acme" }),
      await put({ retention: {} }),
      await put({ retention: { item: 30 } }),
      await put({ retention: null }),
    ];

    expect(before.body.retention).toEqual({});
    expect(answers.map(({ body }) => body.retention)).toEqual([
      { item: 30, color: 36_500 },
      { item: 30, role: 1 },
      { item: 30, role: 1 },
      {},
      { item: 30 },
      {},
    ]);
  });

  test.each([
    ["no day", { item: 0 }],
    ["more than a hundred years", { item: 36_501 }],
    ["half a day", { item: 1.5 }],
    ["a kind without history", { user: 30 }],
    ["a type below the root", { "item:product": 30 }],
    ["a list", [30]],
  ])("of %s is rejected", async (_name, retention) => {
    await buildAdministeredOrg();

    expect((await put({ retention })).status).toBe(400);
    expect((await get()).body.retention).toEqual({});
  });
});
