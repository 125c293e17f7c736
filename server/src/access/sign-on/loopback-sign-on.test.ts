import { calculatePKCECodeChallenge, randomPKCECodeVerifier } from "openid-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { earlier } from "../../testing/earlier.ts";
import { addAccount, buildSignOnOrg, type SignOnWorld, signOn, startSignOnWorld } from "./testing/sign-on-world.ts";
import { locationOf, TestBrowser } from "./testing/test-browser.ts";

let world: SignOnWorld;
const port = 45_678;
const loopback = `http://127.0.0.1:${port}/callback`;

beforeAll(async () => {
  world = await startSignOnWorld();
});

afterAll(() => world.stop());

/** A program whose user has signed in, up to the redirect to the program's loopback URL. */
async function buildCode(state?: string) {
  const signOnOrg = await buildSignOnOrg(world, { defaultRole: "viewer" });
  const account = addAccount(world);
  const codeVerifier = randomPKCECodeVerifier();
  const start = new URL(signOnOrg.startUrl);
  start.searchParams.set("loopbackPort", String(port));
  start.searchParams.set("codeChallenge", await calculatePKCECodeChallenge(codeVerifier));
  if (state !== undefined) {
    start.searchParams.set("state", state);
  }
  const page = await signOn(new TestBrowser(loopback), start.href, account.sub);
  const returned = new URL(locationOf(page) ?? "");
  return { ...signOnOrg, account, page, returned, code: returned.searchParams.get("code") ?? "", codeVerifier };
}

async function redeem(code: string, codeVerifier: string) {
  return world.service.call("POST", "/sso/token", { headers: {}, body: { code, codeVerifier } });
}

test("a program gets a code at its loopback URL and exchanges it for a token", async () => {
  const { org, account, returned, page, code, codeVerifier } = await buildCode("a state & more");

  const answer = await redeem(code, codeVerifier);

  const { accessToken } = answer.body;
  const me = await world.service.call("GET", "/whoami", { headers: { authorization: `Bearer ${accessToken}` } });
  expect(`${returned.origin}${returned.pathname}`).toBe(loopback);
  expect(returned.searchParams.get("state")).toBe("a state & more");
  expect(page.headers.getSetCookie()).toEqual([]);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.body).toMatchObject({ org: { slug: org.slug }, actor: { email: account.email } });
  expect(me.body).toMatchObject({ credential: { type: "access-token" }, role: "viewer" });
});

test("a state is returned only if one was sent", async () => {
  const { returned } = await buildCode();

  expect([...returned.searchParams.keys()]).toEqual(["code"]);
});

test("a program is notified if its user is rejected", async () => {
  const { startUrl } = await buildSignOnOrg(world);
  const start = new URL(startUrl);
  start.searchParams.set("loopbackPort", String(port));
  start.searchParams.set("codeChallenge", await calculatePKCECodeChallenge(randomPKCECodeVerifier()));
  start.searchParams.set("state", "mine");

  const page = await signOn(new TestBrowser(loopback), start.href, addAccount(world).sub);

  const returned = new URL(locationOf(page) ?? "");
  expect(`${returned.origin}${returned.pathname}`).toBe(loopback);
  expect(Object.fromEntries(returned.searchParams)).toEqual({
    error: "sso-failed",
    error_description: expect.stringContaining("account"),
    state: "mine",
  });
});

test("a code is valid once", async () => {
  const { code, codeVerifier } = await buildCode();

  const first = await redeem(code, codeVerifier);
  const second = await redeem(code, codeVerifier);

  expect(first.status).toBe(200);
  expect(second).toMatchObject({ status: 401, body: { code: "sso-failed" } });
});

test("of two simultaneous redemptions one succeeds", async () => {
  const { code, codeVerifier } = await buildCode();

  const answers = await Promise.all([1, 2, 3, 4].map(() => redeem(code, codeVerifier)));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
});

test("a wrong verifier is rejected and invalidates the code", async () => {
  const { code, codeVerifier } = await buildCode();

  const wrong = await redeem(code, randomPKCECodeVerifier());
  const right = await redeem(code, codeVerifier);

  expect(wrong).toMatchObject({ status: 401, body: { code: "sso-failed" } });
  expect(right.status).toBe(401);
});

test("a code of one org is not valid for another", async () => {
  const { code, codeVerifier } = await buildCode();
  const other = await buildSignOnOrg(world);

  const answer = await redeem(`${other.org.id}${code.slice(16)}`, codeVerifier);

  expect(answer.status).toBe(401);
});

test("a code is rejected after a minute, and for a user who was deactivated meanwhile", async () => {
  const late = await buildCode();
  await world.service.database.db.query(sql`
    update sign_on_attempts set expires_on = ${earlier(sql`expires_on`, 60)} where org_id = ${late.org.id}`);
  const inactive = await buildCode();
  await world.service.database.db.query(sql`
    update users set is_active = false where org_id = ${inactive.org.id}`);

  const answers = [await redeem(late.code, late.codeVerifier), await redeem(inactive.code, inactive.codeVerifier)];

  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
});

test("an unknown code is rejected", async () => {
  const answer = await redeem("anything", randomPKCECodeVerifier());

  expect(answer).toMatchObject({ status: 401, body: { code: "sso-failed" } });
});

test("a loopback URL needs a code challenge and an allowed port", async () => {
  const { org } = await buildSignOnOrg(world);
  const queries = ["loopbackPort=45678", "loopbackPort=80", "loopbackPort=70000", "loopbackPort=45678&codeChallenge=x"];

  const answers = await Promise.all(
    queries.map((query) => world.service.call("GET", `/sso/${org.slug}?${query}`, { headers: {} })),
  );

  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  expect(answers[0]?.body.errors).toMatchObject([{ pointer: "codeChallenge" }]);
});
