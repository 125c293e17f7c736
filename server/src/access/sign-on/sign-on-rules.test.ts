import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { allowPasswords } from "../../commands/admin-actions.ts";
import { sql } from "../../platform/database/sql.ts";
import { buildKey, buildUser, uniqueName } from "../../testing/builders.ts";
import { testSecret } from "../../testing/test-service.ts";
import { sessionOf, signIn } from "../testing/sign-in.ts";
import {
  addAccount,
  buildSignOnOrg,
  type SignOnOrg,
  type SignOnWorld,
  signOn,
  startSignOnWorld,
  whoamiOf,
} from "./testing/sign-on-world.ts";
import { TestBrowser } from "./testing/test-browser.ts";

let world: SignOnWorld;

beforeAll(async () => {
  world = await startSignOnWorld();
});

afterAll(() => world.stop());

async function signOnAs({ startUrl }: SignOnOrg, login: string) {
  const browser = new TestBrowser();
  const page = await signOn(browser, startUrl, login);
  return { page, me: await whoamiOf(world, browser) };
}

function putSso({ administrator: { headers } }: SignOnOrg, settings: object) {
  const { issuer, clientId } = world.provider;
  return world.service.call("PUT", "/org", { headers, body: { sso: { issuer, clientId, ...settings } } });
}

async function auditOf({ administrator: { headers } }: SignOnOrg, action: string) {
  const criteria = encodeURIComponent(JSON.stringify({ action }));
  return (await world.service.call("GET", `/audit-log?criteria=${criteria}`, { headers })).body.results;
}

describe("email domains", () => {
  test("admit accounts of a listed domain, in any case", async () => {
    const org = await buildSignOnOrg(world, { defaultRole: "viewer", emailDomains: ["Acme.example", "users.example"] });
    const account = addAccount(world);
    addAccount(world, { sub: account.sub, email: account.email.toUpperCase() });

    const { me } = await signOnAs(org, account.sub);

    expect(me.body.actor.email).toBe(account.email);
  });

  test.each(["other.example", "sub.acme.example", "notacme.example"])("reject a new account of %s", async (domain) => {
    const org = await buildSignOnOrg(world, { defaultRole: "viewer", emailDomains: ["acme.example"] });
    const { sub } = addAccount(world, { email: `ada@${domain}` });

    const { page, me } = await signOnAs(org, sub);

    expect(me.status).toBe(401);
    expect(JSON.parse(page.text)).toMatchObject({ code: "sso-failed", detail: expect.stringContaining(domain) });
    const { body } = await world.service.call("GET", "/users", { headers: org.administrator.headers });
    expect(body.results.map(({ role }: { role: string }) => role)).toEqual(["owner"]);
  });

  test("reject a user who was linked before the list was set", async () => {
    const org = await buildSignOnOrg(world, { defaultRole: "viewer" });
    const account = addAccount(world);
    const before = await signOnAs(org, account.sub);

    await putSso(org, { emailDomains: ["acme.example"] });
    const after = await signOnAs(org, account.sub);
    world.provider.addAccount({ sub: account.sub });
    const withoutAddress = await signOnAs(org, account.sub);

    expect([before.me.status, after.me.status, withoutAddress.me.status]).toEqual([200, 401, 401]);
  });

  test.each([
    "ada@acme.example",
    "acme",
    "https://acme.example",
    "-acme.example",
    "acme.example.",
    "*.acme.example",
    "",
  ])("reject %j as a domain", async (domain) => {
    const org = await buildSignOnOrg(world);

    const answer = await putSso(org, { emailDomains: [domain] });

    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "#/sso/emailDomains/0" }] } });
  });
});

describe("required single sign-on", () => {
  test("rejects passwords, right or wrong, with sso-required, and keeps existing sessions and keys", async () => {
    const org = await buildSignOnOrg(world);
    const user = await buildUser(world.service, org.org, { role: "editor" });
    const session = sessionOf(await signIn(world.service, org.org, user, { grant: "session" }));
    const key = await buildKey(world.service, org.org, { user });

    const changed = await putSso(org, { isRequired: true });
    const refusals = [
      await signIn(world.service, org.org, user),
      await signIn(world.service, org.org, user, { password: "not the password" }),
      await signIn(world.service, org.org, { email: "stranger@users.example" }, { grant: "session" }),
    ];

    expect(changed.body.sso).toMatchObject({ isRequired: true, hasClientSecret: true });
    expect(new Set(refusals.map(({ status, body }) => `${status} ${body.code} ${body.detail}`))).toEqual(
      new Set([`403 sso-required ${refusals[0]?.body.detail}`]),
    );
    expect(refusals[0]?.body.detail).toContain(`weft login --sso --org ${org.org.slug}`);
    for (const headers of [session, key.headers]) {
      expect((await world.service.call("GET", "/whoami", { headers })).status).toBe(200);
    }
  });

  test("still admits by single sign-on, and is removed with the provider", async () => {
    const org = await buildSignOnOrg(world, { defaultRole: "viewer", isRequired: true });
    const user = await buildUser(world.service, org.org);

    const { me } = await signOnAs(org, addAccount(world).sub);
    await world.service.call("PUT", "/org", { headers: org.administrator.headers, body: { sso: null } });

    expect(me.status).toBe(200);
    expect((await signIn(world.service, org.org, user)).status).toBe(200);
  });

  test("is changed by owners only, and is recorded with the attempts that it rejects", async () => {
    const org = await buildSignOnOrg(world);
    const user = await buildUser(world.service, org.org, { role: "editor" });
    const admin = await buildKey(world.service, org.org, { preset: "admin" });

    const refused = await putSso({ ...org, administrator: admin }, { isRequired: true });
    await putSso(org, { emailDomains: ["users.example"], isRequired: true });
    await signIn(world.service, org.org, user);

    expect(refused.status).toBe(403);
    const [entry] = await auditOf(org, "sign-on.update");
    expect(entry.before.sso).toMatchObject({ emailDomains: [], isRequired: false });
    expect(entry.after.sso).toMatchObject({ emailDomains: ["users.example"], isRequired: true });
    expect(await auditOf(org, "session.sign-in-failed")).toMatchObject([{ after: { reason: "sso-required" } }]);
  });

  test("stays, like the domains, if a client saves settings without them", async () => {
    const org = await buildSignOnOrg(world, { emailDomains: ["users.example"], isRequired: true });

    const saved = await putSso(org, { defaultRole: "viewer" });

    expect(saved.body.sso).toMatchObject({
      defaultRole: "viewer",
      emailDomains: ["users.example"],
      isRequired: true,
    });
  });

  test("is turned off by the operator", async () => {
    const org = await buildSignOnOrg(world, { emailDomains: ["users.example"], isRequired: true });
    const user = await buildUser(world.service, org.org);
    const printed = vi.spyOn(console, "log").mockImplementation(() => undefined);
    vi.stubEnv("DATABASE_URL", world.service.database.connectionString);
    vi.stubEnv("WEFT_SECRET", testSecret);
    onTestFinished(() => {
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
    });

    await allowPasswords(org.org.slug);
    await allowPasswords(org.org.slug);

    expect(printed.mock.calls).toEqual([
      [`${org.org.slug} accepts passwords again.`],
      [`${org.org.slug} already accepts passwords.`],
    ]);
    expect((await signIn(world.service, org.org, user)).status).toBe(200);
    const { body } = await world.service.call("GET", "/org", { headers: org.administrator.headers });
    expect(body).toMatchObject({ version: 3, sso: { emailDomains: ["users.example"], isRequired: false } });
    expect((await auditOf(org, "sign-on.update"))[0]).toMatchObject({
      actor: { type: "operator" },
      before: { isRequired: true },
      after: { isRequired: false },
    });
  });
});

test("a rejected password names the organization as the caller did, not by its present slug", async () => {
  const { org } = await buildSignOnOrg(world, { isRequired: true });
  const former = `former-${uniqueName()}`;
  await world.service.database.db.query(sql`
    insert into former_slugs (slug, owner_id, valid_until) values (${former}, ${org.id}, now() + interval '1 day')`);

  const refused = await signIn(world.service, { slug: former }, { email: "stranger@users.example" });

  expect(refused).toMatchObject({
    status: 403,
    body: { code: "sso-required", detail: expect.stringContaining(former) },
  });
  expect(refused.body.detail).not.toContain(org.slug);
});

test("only members learn that their organization is suspended, and no account is created", async () => {
  const org = await buildSignOnOrg(world, { defaultRole: "viewer", emailDomains: ["users.example"] });
  await world.service.database.db.query(sql`
    update orgs set suspended_on = now(), suspension_reason = 'Unpaid.' where id = ${org.org.id}`);

  const started = await fetch(org.startUrl, { redirect: "manual" });
  const device = await world.service.call("POST", "/sso/device", { headers: {}, body: { orgSlug: org.org.slug } });
  const stranger = await signOnAs(org, addAccount(world, { email: `${uniqueName()}@other.example` }).sub);
  const member = await signOnAs(org, addAccount(world).sub);

  expect([started.status, device.status]).toEqual([302, 202]);
  expect(JSON.parse(stranger.page.text)).toMatchObject({ code: "sso-failed" });
  expect(JSON.parse(member.page.text)).toMatchObject({ code: "org-suspended", reason: "Unpaid." });
  const users = await world.service.database.db.query(sql`select 1 from users where org_id = ${org.org.id}`);
  expect(users).toHaveLength(1);
});
