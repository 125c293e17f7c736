import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildUser } from "../../testing/builders.ts";
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
import { startTestProvider, type TestProvider } from "./testing/test-provider.ts";

let world: SignOnWorld;

beforeAll(async () => {
  world = await startSignOnWorld();
});

afterAll(() => world.stop());

async function signOnAs(startUrl: string, login: string) {
  const browser = new TestBrowser();
  const page = await signOn(browser, startUrl, login);
  return { browser, page, me: await whoamiOf(world, browser) };
}

/** All users but the owner who configured single sign-on. */
async function listUsers({ administrator }: SignOnOrg) {
  const { body } = await world.service.call("GET", "/users", { headers: administrator.headers });
  return body.results.filter(({ role }: { readonly role: string }) => role !== "owner");
}

/** Rejected with a problem, without a session, and without a new user or a link. */
async function expectRefusal(signOnOrg: SignOnOrg, login: string, detail: string) {
  const before = await listUsers(signOnOrg);

  const { page, me } = await signOnAs(signOnOrg.startUrl, login);

  expect(page.status).toBe(401);
  expect(JSON.parse(page.text)).toMatchObject({ code: "sso-failed", detail: expect.stringContaining(detail) });
  expect(me.status).toBe(401);
  expect(await listUsers(signOnOrg)).toEqual(before);
}

describe("an existing user", () => {
  test("is linked by a verified address, and identified by the subject afterwards", async () => {
    const { org, startUrl } = await buildSignOnOrg(world);
    const account = addAccount(world);
    const user = await buildUser(world.service, org, { email: account.email });

    const first = await signOnAs(startUrl, account.sub);
    addAccount(world, { sub: account.sub, email: "renamed@users.example", email_verified: false });
    const second = await signOnAs(startUrl, account.sub);

    expect(first.me.body.actor.id).toBe(user.id);
    expect(second.me.body.actor).toMatchObject({ id: user.id, email: account.email });
  });

  test("is linked regardless of the case of the address", async () => {
    const { org, startUrl } = await buildSignOnOrg(world);
    const account = addAccount(world);
    const user = await buildUser(world.service, org, { email: account.email });
    addAccount(world, { sub: account.sub, email: account.email.toUpperCase() });

    const { me } = await signOnAs(startUrl, account.sub);

    expect(me.body.actor.id).toBe(user.id);
  });

  test("is not linked by an unverified address", async () => {
    const signOnOrg = await buildSignOnOrg(world, { defaultRole: "viewer" });
    const account = addAccount(world, { email_verified: false });
    await buildUser(world.service, signOnOrg.org, { email: account.email });

    await expectRefusal(signOnOrg, account.sub, "has not verified the email address");
  });

  test("is not linked if the provider does not say whether the address is verified", async () => {
    const signOnOrg = await buildSignOnOrg(world, { defaultRole: "viewer" });
    const account = addAccount(world);
    world.provider.addAccount({ sub: account.sub, email: account.email });
    await buildUser(world.service, signOnOrg.org, { email: account.email });

    await expectRefusal(signOnOrg, account.sub, "has not verified the email address");
  });

  test("is not linked again, to another subject", async () => {
    const signOnOrg = await buildSignOnOrg(world, { defaultRole: "viewer" });
    const account = addAccount(world);
    await buildUser(world.service, signOnOrg.org, { email: account.email });
    await signOnAs(signOnOrg.startUrl, account.sub);
    const namesake = addAccount(world, { email: account.email });

    await expectRefusal(signOnOrg, namesake.sub, "No account matches this sign-in");
  });

  test("is rejected if inactive, linked or not", async () => {
    const signOnOrg = await buildSignOnOrg(world, { defaultRole: "viewer" });
    const [linked, unlinked] = [addAccount(world), addAccount(world)];
    await signOnAs(signOnOrg.startUrl, linked.sub);
    await buildUser(world.service, signOnOrg.org, { email: unlinked.email });
    for (const { id } of await listUsers(signOnOrg)) {
      const { headers } = signOnOrg.administrator;
      await world.service.call("PUT", `/users/${id}`, { headers, body: { isActive: false } });
    }

    await expectRefusal(signOnOrg, linked.sub, "deactivated");
    await expectRefusal(signOnOrg, unlinked.sub, "deactivated");
  });
});

describe("a new user", () => {
  test("gets the default role", async () => {
    const signOnOrg = await buildSignOnOrg(world, { defaultRole: "editor" });
    const account = addAccount(world, { name: "Ada" });

    const { me } = await signOnAs(signOnOrg.startUrl, account.sub);

    expect(me.body).toMatchObject({ role: "editor", actor: { name: "Ada", email: account.email } });
    expect(await listUsers(signOnOrg)).toMatchObject([{ email: account.email, hasSignOn: true, hasPassword: false }]);
  });

  test("is created once if two sign-ons end at the same moment", async () => {
    const signOnOrg = await buildSignOnOrg(world, { defaultRole: "viewer" });
    const account = addAccount(world);

    const pages = await Promise.all([1, 2, 3].map(() => signOnAs(signOnOrg.startUrl, account.sub)));

    expect(pages.every(({ me, page }) => me.status === 200 || page.status === 401)).toBe(true);
    expect(await listUsers(signOnOrg)).toHaveLength(1);
  });

  test("is rejected without a default role", async () => {
    await expectRefusal(await buildSignOnOrg(world), addAccount(world).sub, "No account matches this sign-in");
  });

  test("is rejected with an unverified address", async () => {
    const signOnOrg = await buildSignOnOrg(world, { defaultRole: "viewer" });
    const account = addAccount(world, { email_verified: false });

    await expectRefusal(signOnOrg, account.sub, "has not verified the email address");
  });

  test("is rejected if the provider says nothing about verification, even if the address is free", async () => {
    const signOnOrg = await buildSignOnOrg(world, { defaultRole: "viewer" });
    const account = addAccount(world);
    world.provider.addAccount({ sub: account.sub, email: account.email });

    await expectRefusal(signOnOrg, account.sub, "has not verified the email address");
  });

  test("is rejected without an address", async () => {
    const signOnOrg = await buildSignOnOrg(world, { defaultRole: "viewer" });
    world.provider.addAccount({ sub: "nobody", name: "Nobody" });

    await expectRefusal(signOnOrg, "nobody", "did not send an email address");
  });

  test("is rejected once the default role is deleted", async () => {
    const signOnOrg = await buildSignOnOrg(world);
    const { headers } = signOnOrg.administrator;
    const rights = [{ verbs: ["read"], typePath: "item:*" }];
    const role = await world.service.call("POST", "/roles", { headers, body: { name: "buyer", rights } });
    const { issuer, clientId, clientSecret } = world.provider;
    const sso = { issuer, clientId, clientSecret, defaultRole: "buyer" };
    await world.service.call("PUT", "/org", { headers, body: { sso } });
    await world.service.call("DELETE", `/roles/${role.body.id}`, { headers });

    await expectRefusal(signOnOrg, addAccount(world).sub, "default role does not exist");
  });
});

describe("a provider that includes the address in the ID token", () => {
  let provider: TestProvider;

  beforeAll(async () => {
    provider = await startTestProvider({ redirectUris: [world.callbackUrl], putsAllInIdToken: true });
  });

  afterAll(() => provider.stop());

  test("is not asked for it again", async () => {
    const { startUrl } = await buildSignOnOrg({ service: world.service, provider }, { defaultRole: "viewer" });
    const account = addAccount({ provider });

    const { me } = await signOnAs(startUrl, account.sub);

    expect(me.body.actor.email).toBe(account.email);
    expect(provider.requests).not.toContain("GET /me");
  });
});

test("the same person in two orgs is two users", async () => {
  const [one, other] = [
    await buildSignOnOrg(world, { defaultRole: "viewer" }),
    await buildSignOnOrg(world, { defaultRole: "editor" }),
  ];
  const account = addAccount(world);

  const [first, second] = [await signOnAs(one.startUrl, account.sub), await signOnAs(other.startUrl, account.sub)];

  expect(first.me.body).toMatchObject({ org: { slug: one.org.slug }, role: "viewer" });
  expect(second.me.body).toMatchObject({ org: { slug: other.org.slug }, role: "editor" });
});
