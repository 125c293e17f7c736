import { afterAll, beforeAll, expect, test } from "vitest";
import { buildOrg } from "../../testing/builders.ts";
import { shareTestService } from "../../testing/test-service.ts";
import { saveSignOn } from "../sign-on-store.ts";
import { addAccount, buildSignOnOrg, type SignOnWorld, signOn, startSignOnWorld } from "./testing/sign-on-world.ts";
import { locationOf, TestBrowser } from "./testing/test-browser.ts";
import { startTestProvider } from "./testing/test-provider.ts";

let world: SignOnWorld;

beforeAll(async () => {
  world = await startSignOnWorld();
});

afterAll(() => world.stop());

test("a provider that is down is a failed sign-on, not an internal error", async () => {
  const provider = await startTestProvider({ redirectUris: [world.callbackUrl] });
  const { startUrl, org } = await buildSignOnOrg({ service: world.service, provider });
  await provider.stop();

  const started = await new TestBrowser().open(startUrl);
  const device = await world.service.call("POST", "/sso/device", { headers: {}, body: { orgSlug: org.slug } });

  for (const body of [JSON.parse(started.text), device.body]) {
    expect(body).toMatchObject({
      status: 401,
      code: "sso-failed",
      detail: expect.stringContaining("does not respond"),
    });
    expect(JSON.stringify(body)).not.toContain("ECONNREFUSED");
  }
});

test("a provider that goes down in the middle is a failed sign-on", async () => {
  const provider = await startTestProvider({ redirectUris: [world.callbackUrl] });
  const { startUrl } = await buildSignOnOrg({ service: world.service, provider }, { defaultRole: "viewer" });
  const browser = new TestBrowser(world.callbackUrl);
  const account = addAccount({ provider });
  const back = await signOn(browser, startUrl, account.sub);
  await provider.stop();

  const page = await browser.open(locationOf(back) ?? "");

  expect(page.status).toBe(401);
});

test("a token that the published key did not sign is rejected", async () => {
  const provider = await startTestProvider({ redirectUris: [world.callbackUrl] });
  const { startUrl } = await buildSignOnOrg({ service: world.service, provider }, { defaultRole: "viewer" });
  const account = addAccount({ provider });
  provider.publishWrongKey();

  const browser = new TestBrowser();
  const page = await signOn(browser, startUrl, account.sub);

  await provider.stop();
  expect(page.status).toBe(401);
  expect(JSON.parse(page.text).detail).toContain("could not be verified");
  expect(browser.cookie("weft_session")).toBeUndefined();
});

test.each([
  ["/.well-known/openid-configuration", 500, { secret: "of the provider" }],
  ["/.well-known/openid-configuration", 200, { secret: "of the provider" }],
  ["/.well-known/openid-configuration", 302, {}],
  ["/token", 500, { secret: "of the provider" }],
  ["/token", 200, { access_token: "secret of the provider", token_type: "bearer" }],
  ["/token", 400, { error: "invalid_grant", error_description: "secret of the provider" }],
  ["/jwks", 200, { keys: "secret of the provider" }],
  ["/me", 401, { secret: "of the provider" }],
  ["/me", 200, { sub: "another", secret: "of the provider" }],
])("an invalid response of the provider at %s (%i, %j) is a failed sign-on", async (path, status, body) => {
  const provider = await startTestProvider({ redirectUris: [world.callbackUrl] });
  const { startUrl } = await buildSignOnOrg({ service: world.service, provider }, { defaultRole: "viewer" });
  const account = addAccount({ provider });
  provider.answerInstead(path, status, body);

  const page = await signOn(new TestBrowser(), startUrl, account.sub);

  await provider.stop();
  expect(page.status).toBe(401);
  expect(JSON.parse(page.text).code).toBe("sso-failed");
  expect(page.text).not.toContain("secret of");
  expect(page.text).not.toContain("of the provider");
});

test("a wrong client secret is reported, without repeating it", async () => {
  const { startUrl } = await buildSignOnOrg(world, { clientSecret: "not-the-secret" });
  const account = addAccount(world);

  const page = await signOn(new TestBrowser(), startUrl, account.sub);

  expect(page.status).toBe(401);
  expect(JSON.parse(page.text).detail).toContain("client id and secret");
  expect(page.text).not.toContain("not-the-secret");
});

test("a provider with another issuer is rejected", async () => {
  const { startUrl } = await buildSignOnOrg(world, { issuer: world.provider.issuer.replace("127.0.0.1", "localhost") });

  const page = await new TestBrowser().open(startUrl);

  expect(page.status).toBe(401);
  expect(JSON.parse(page.text).detail).toContain("a different issuer");
});

test("the provider's metadata is fetched once, and again after a change of the settings", async () => {
  const provider = await startTestProvider({ redirectUris: [world.callbackUrl] });
  const { startUrl, administrator } = await buildSignOnOrg({ service: world.service, provider });
  const { issuer, clientId } = provider;
  const countDiscoveries = () => provider.requests.filter((request) => request.includes("/.well-known/")).length;

  await Promise.all([1, 2, 3].map(() => new TestBrowser().open(startUrl)));
  const before = countDiscoveries();
  const sso = { issuer, clientId, clientSecret: "a new secret" };
  await world.service.call("PUT", "/org", { headers: administrator.headers, body: { sso } });
  await new TestBrowser().open(startUrl);

  await provider.stop();
  expect(before).toBe(1);
  expect(countDiscoveries()).toBe(2);
});

function signOnOf(orgId: string) {
  const rules = { default_role: null, email_domains: [], is_required: false };
  return { org_id: orgId, issuer: world.provider.issuer, client_id: "weft", ...rules };
}

test("settings with a private address do not make the service call it", async () => {
  const closed = await shareTestService();
  const org = await buildOrg(closed);
  const signOnRow = { ...signOnOf(org.id), client_secret: null };
  await closed.database.db.transaction((tx) => saveSignOn(tx, org.id, signOnRow));
  const callsBefore = world.provider.requests.length;

  const answer = await closed.call("GET", `/sso/${org.slug}`, { headers: {} });

  await closed.stop();
  expect(answer.status).toBe(401);
  expect(answer.body.detail).toContain("may not call");
  expect(world.provider.requests).toHaveLength(callsBefore);
});

test("a stored secret that cannot be decrypted is a failed sign-on", async () => {
  const org = await buildOrg(world.service);
  const signOnRow = { ...signOnOf(org.id), client_secret: Buffer.alloc(40) };
  await world.service.database.db.transaction((tx) => saveSignOn(tx, org.id, signOnRow));

  const answer = await world.service.call("GET", `/sso/${org.slug}`, { headers: {} });

  expect(answer.status).toBe(401);
  expect(answer.body.detail).toContain("enter it again");
});
