import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { buildOrg, buildUser } from "../../testing/builders.ts";
import { earlier } from "../../testing/earlier.ts";
import { startTestService } from "../../testing/test-service.ts";
import { makeSecret } from "../secret.ts";
import {
  addAccount,
  buildSignOnOrg,
  type SignOnWorld,
  signOn,
  startSignOnWorld,
  whoamiOf,
} from "./testing/sign-on-world.ts";
import { locationOf, TestBrowser } from "./testing/test-browser.ts";
import { startTestProvider } from "./testing/test-provider.ts";

let world: SignOnWorld;

beforeAll(async () => {
  world = await startSignOnWorld();
});

afterAll(() => world.stop());

/** A browser that has signed in at the provider and is about to return. */
async function buildReturningBrowser() {
  const signOnOrg = await buildSignOnOrg(world, { defaultRole: "viewer" });
  const account = addAccount(world);
  const browser = new TestBrowser(world.callbackUrl);
  const page = await signOn(browser, signOnOrg.startUrl, account.sub);
  return { ...signOnOrg, account, browser, returnUrl: locationOf(page) ?? "" };
}

async function openInNewBrowser(url: string) {
  return new TestBrowser().open(url);
}

test("a browser's sign-on ends in a session", async () => {
  const { org, startUrl, administrator } = await buildSignOnOrg(world);
  const account = addAccount(world);
  const user = await buildUser(world.service, org, { email: account.email, role: "editor" });
  const browser = new TestBrowser();

  const page = await signOn(browser, startUrl, account.sub);

  const me = await whoamiOf(world, browser);
  const found = await world.service.call("GET", `/users/${user.id}`, { headers: administrator.headers });
  expect(page.url).toBe(`${world.service.address}/`);
  expect(me.status).toBe(200);
  expect(me.body).toMatchObject({ org: { slug: org.slug }, actor: { id: user.id }, role: "editor" });
  expect(me.body.csrfToken).toBeTypeOf("string");
  expect(found.body).toMatchObject({ hasSignOn: true, lastLoginOn: expect.any(String) });
});

test.each([
  ["client_secret_basic", {}],
  ["client_secret_post", {}],
  ["none", { clientSecret: undefined }],
] as const)("a client authenticates with the method of its provider: %s", async (authentication, settings) => {
  const provider = await startTestProvider({ redirectUris: [world.callbackUrl], authentication });
  const { service } = world;
  const { startUrl } = await buildSignOnOrg({ service, provider }, { defaultRole: "viewer", ...settings });
  const account = addAccount({ provider });
  const browser = new TestBrowser();

  await signOn(browser, startUrl, account.sub);

  await provider.stop();
  expect((await whoamiOf(world, browser)).body).toMatchObject({ actor: { email: account.email } });
});

test("the provider redirects browsers to the public URL", async () => {
  const service = await startTestService({
    WEFT_OUTBOUND_ALLOW: "127.0.0.0/8",
    WEFT_PUBLIC_URL: "https://weft.example/",
  });
  const { startUrl } = await buildSignOnOrg({ service, provider: world.provider });

  const page = await new TestBrowser(world.provider.issuer).open(startUrl);

  await service.stop();
  const { searchParams } = new URL(locationOf(page) ?? "");
  expect(searchParams.get("redirect_uri")).toBe("https://weft.example/api/sso/callback");
});

test("cookies are HttpOnly and SameSite, and responses are not cached", async () => {
  const { browser, returnUrl, startUrl } = await buildReturningBrowser();
  const stopped = new TestBrowser(world.provider.issuer);

  const left = await stopped.open(startUrl);
  const answer = await fetch(returnUrl, {
    redirect: "manual",
    headers: { cookie: `weft_sso=${browser.cookie("weft_sso")}` },
  });

  expect(left.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^weft_sso=\w{36}; Max-Age=600; Path=\/api\/sso; HttpOnly; SameSite=Lax$/),
  ]);
  expect(left.headers.get("cache-control")).toBe("no-store");
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe("/");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^weft_session=.*; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
});

test("the return is rejected in another browser, and still valid in the first one", async () => {
  const { browser, returnUrl } = await buildReturningBrowser();

  const withoutCookie = await openInNewBrowser(returnUrl);
  const stranger = (await buildReturningBrowser()).browser;
  const withAnotherCookie = await stranger.open(returnUrl);
  await browser.open(returnUrl);

  expect(withoutCookie.status).toBe(401);
  expect(JSON.parse(withoutCookie.text)).toMatchObject({ code: "sso-failed" });
  expect(withoutCookie.headers.getSetCookie()).toEqual([]);
  expect(withAnotherCookie.status).toBe(401);
  expect((await whoamiOf(world, browser)).status).toBe(200);
});

test("a return is valid once", async () => {
  const { browser, returnUrl } = await buildReturningBrowser();

  const first = await browser.open(returnUrl);
  const second = await browser.open(returnUrl);

  expect(first.url).toBe(`${world.service.address}/`);
  expect(second.status).toBe(401);
  expect(JSON.parse(second.text)).toMatchObject({ code: "sso-failed" });
});

test("two tabs of one browser can sign on concurrently", async () => {
  const { startUrl } = await buildSignOnOrg(world, { defaultRole: "viewer" });
  const account = addAccount(world);
  const browser = new TestBrowser(world.callbackUrl);
  const firstTab = await signOn(browser, startUrl, account.sub);
  const secondTab = await signOn(browser, startUrl, account.sub);

  const pages = [await browser.open(locationOf(firstTab) ?? ""), await browser.open(locationOf(secondTab) ?? "")];

  expect(pages.map(({ url }) => url)).toEqual([`${world.service.address}/`, `${world.service.address}/`]);
});

test.each([
  ["is missing", () => undefined],
  ["is empty", () => ""],
  ["is not ours", () => "something-else"],
  ["has another secret", (state: string) => `${state.slice(0, 17)}${makeSecret()}`],
  ["is cut", (state: string) => state.slice(0, -1)],
] as const)("a return whose state %s is rejected", async (_name, change) => {
  const { browser, returnUrl } = await buildReturningBrowser();
  const url = new URL(returnUrl);
  const state = change(url.searchParams.get("state") ?? "");
  url.searchParams.delete("state");
  if (state !== undefined) {
    url.searchParams.set("state", state);
  }

  const page = await browser.open(url.href);

  expect(page.status).toBe(state === undefined ? 400 : 401);
  expect(browser.cookie("weft_session")).toBeUndefined();
});

test("a sign-on of one org cannot be finished as another", async () => {
  const { browser, returnUrl } = await buildReturningBrowser();
  const other = await buildSignOnOrg(world, { defaultRole: "admin" });
  const url = new URL(returnUrl);
  const secret = url.searchParams.get("state")?.slice(17);
  url.searchParams.set("state", `${other.org.id}.${secret}`);

  const page = await browser.open(url.href);

  expect(page.status).toBe(401);
  expect(browser.cookie("weft_session")).toBeUndefined();
});

describe("a tampered sign-on is rejected", () => {
  test.each([
    ["nonce", "another-nonce"],
    ["code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"],
  ])("%s", async (name, value) => {
    const { startUrl } = await buildSignOnOrg(world, { defaultRole: "viewer" });
    const account = addAccount(world);
    const leaving = new TestBrowser(world.provider.issuer);
    const authorization = new URL(locationOf(await leaving.open(startUrl)) ?? "");
    authorization.searchParams.set(name, value);

    const back = await signOn(new TestBrowser(world.callbackUrl), authorization.href, account.sub);
    const page = await leaving.open(locationOf(back) ?? "");

    expect(page.status).toBe(401);
    expect(JSON.parse(page.text)).toMatchObject({ code: "sso-failed" });
    expect(leaving.cookie("weft_session")).toBeUndefined();
  });

  test("a code of another user's sign-on", async () => {
    const victim = await buildReturningBrowser();
    const attacker = await buildReturningBrowser();
    const url = new URL(victim.returnUrl);
    url.searchParams.set("code", new URL(attacker.returnUrl).searchParams.get("code") ?? "");

    const page = await victim.browser.open(url.href);

    expect(page.status).toBe(401);
  });

  test("a repeated parameter", async () => {
    const { browser, returnUrl } = await buildReturningBrowser();

    const page = await browser.open(`${returnUrl}&code=another`);

    expect(page.status).toBe(401);
  });

  test("the issuer in the return", async () => {
    const { browser, returnUrl } = await buildReturningBrowser();
    const url = new URL(returnUrl);
    url.searchParams.set("iss", "https://other.example");

    const page = await browser.open(url.href);

    expect(page.status).toBe(401);
  });
});

test("a sign-on that takes longer than ten minutes is rejected", async () => {
  const { browser, returnUrl, org } = await buildReturningBrowser();
  await world.service.database.db.query(sql`
    update sign_on_attempts set expires_on = ${earlier(sql`expires_on`, 600)} where org_id = ${org.id}`);

  const page = await browser.open(returnUrl);

  expect(page.status).toBe(401);
});

test("a sign-on that started with other settings is rejected", async () => {
  const { browser, returnUrl, administrator } = await buildReturningBrowser();
  const sso = { issuer: world.provider.issuer, clientId: "another" };
  await world.service.call("PUT", "/org", { headers: administrator.headers, body: { sso } });

  const page = await browser.open(returnUrl);

  expect(page.status).toBe(401);
  expect(JSON.parse(page.text).detail).toContain("settings");
});

test("canceling at the provider returns a clear error", async () => {
  const { startUrl } = await buildSignOnOrg(world);
  const browser = new TestBrowser();
  const login = await browser.open(startUrl);
  const cancel = /href="([^"]*\/abort)"/.exec(login.text)?.[1] ?? "";

  const page = await browser.open(new URL(cancel, login.url).href);

  expect(page.status).toBe(401);
  expect(JSON.parse(page.text)).toMatchObject({ code: "sso-failed", detail: expect.stringContaining("denied access") });
});

test("an org without single sign-on and an unknown org return the same response", async () => {
  const plain = await buildOrg(world.service);

  const answers = await Promise.all(
    [plain.slug, "no-such-org"].map((slug) => world.service.call("GET", `/sso/${slug}`, { headers: {} })),
  );

  const [without, unknown] = answers.map(({ status, body }) => ({ status, code: body.code, title: body.title }));
  expect(without).toEqual({ status: 404, code: "not-found", title: "Not found" });
  expect(unknown).toEqual(without);
  expect(answers[0]?.body.detail.replace(plain.slug, "X")).toBe(answers[1]?.body.detail.replace("no-such-org", "X"));
});
