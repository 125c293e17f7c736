import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { SecretBox } from "../../platform/secret-box.ts";
import { testSecret } from "../../testing/test-service.ts";
import { lockAttempt, readHandle, saveAttempt } from "./sign-on-attempt.ts";
import {
  addAccount,
  buildSignOnOrg,
  finishForms,
  type SignOnWorld,
  startSignOnWorld,
} from "./testing/sign-on-world.ts";
import { TestBrowser } from "./testing/test-browser.ts";
import { startTestProvider } from "./testing/test-provider.ts";

let world: SignOnWorld;

beforeAll(async () => {
  world = await startSignOnWorld();
});

afterAll(() => world.stop());

async function callDevice(body: Readonly<Record<string, string>>) {
  return world.service.call("POST", "/sso/device", { headers: {}, body });
}

async function buildDevice(settings: Readonly<Record<string, unknown>> = { defaultRole: "viewer" }) {
  const signOnOrg = await buildSignOnOrg(world, settings);
  const started = await callDevice({ orgSlug: signOnOrg.org.slug });
  return { ...signOnOrg, started, deviceCode: started.body.deviceCode };
}

/** The user's steps on the other device: opens the URL and signs in. */
async function approve(verificationUriComplete: string, login: string): Promise<void> {
  const browser = new TestBrowser();
  const page = await finishForms(browser, await browser.open(verificationUriComplete), login);
  expect(page.text).toContain("Sign-in Success");
}

/** Ends the interval for which the device must wait before it polls again. */
async function passInterval(deviceCode: string): Promise<void> {
  const { orgId, secret: handle } = readHandle(deviceCode);
  const secrets = new SecretBox([testSecret]);
  await world.service.database.db.transaction(async (tx) => {
    const locked = await lockAttempt(tx, secrets, orgId, { handle, kinds: ["device"] });
    if (locked?.attempt.kind !== "device") {
      throw new Error("there is no such sign-on");
    }
    const { attempt } = locked;
    const nextPollMs = attempt.nextPollMs - attempt.intervalSeconds * 1000;
    await saveAttempt(tx, secrets, orgId, { handle, attempt: { ...attempt, nextPollMs } });
  });
}

async function deny(verificationUriComplete: string): Promise<void> {
  const browser = new TestBrowser();
  const confirm = await browser.submit(await browser.open(verificationUriComplete));
  await browser.submit(confirm, { abort: "yes" });
}

test("a device waits until the user has signed in elsewhere, then gets a token", async () => {
  const { org, started, deviceCode } = await buildDevice();
  const account = addAccount(world);

  const waiting = await callDevice({ deviceCode });
  await approve(started.body.verificationUriComplete, account.sub);
  const tooFast = await callDevice({ deviceCode });
  await passInterval(deviceCode);
  const done = await callDevice({ deviceCode });
  const again = await callDevice({ deviceCode });

  const { accessToken } = done.body;
  const me = await world.service.call("GET", "/whoami", { headers: { authorization: `Bearer ${accessToken}` } });
  expect(started).toMatchObject({ status: 202, body: { intervalSeconds: 5, expiresInSeconds: 600 } });
  expect(started.body.verificationUri).toBe(`${world.provider.issuer}/device`);
  expect(started.body.verificationUriComplete).toContain(started.body.userCode);
  expect([waiting.status, tooFast.status]).toEqual([202, 202]);
  expect({ ...waiting.body, expiresInSeconds: 600 }).toEqual(started.body);
  expect(waiting.body.expiresInSeconds).toBeLessThan(600);
  expect(done).toMatchObject({ status: 200, body: { org: { slug: org.slug }, actor: { email: account.email } } });
  expect(me.body).toMatchObject({ credential: { type: "access-token" }, role: "viewer" });
  expect(again).toMatchObject({ status: 401, body: { code: "sso-failed" } });
});

test("polls that are too fast do not reach the provider, even concurrent ones", async () => {
  const { deviceCode } = await buildDevice();
  const countPolls = () => world.provider.requests.filter((request) => request === "POST /token").length;
  const before = countPolls();

  const answers = await Promise.all([1, 2, 3, 4].map(() => callDevice({ deviceCode })));

  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  expect(countPolls()).toBe(before + 1);
});

test("a provider that responds with slow_down is polled less often", async () => {
  const provider = await startTestProvider({ redirectUris: [world.callbackUrl] });
  const { org } = await buildSignOnOrg({ service: world.service, provider });
  const { deviceCode } = (await callDevice({ orgSlug: org.slug })).body;
  provider.answerInstead("/token", 400, { error: "slow_down" });

  const slowed = await callDevice({ deviceCode });
  const next = await callDevice({ deviceCode });

  await provider.stop();
  expect(slowed).toMatchObject({ status: 202, body: { intervalSeconds: 10 } });
  expect(next).toMatchObject({ status: 202, body: { intervalSeconds: 10 } });
});

test("a URL that is not a web page is not passed on", async () => {
  const provider = await startTestProvider({ redirectUris: [world.callbackUrl] });
  const { org } = await buildSignOnOrg({ service: world.service, provider });
  const codes = { device_code: "d", user_code: "u", expires_in: 60 };
  provider.answerInstead("/device/auth", 200, { ...codes, verification_uri: "file:///etc/passwd" });

  const answer = await callDevice({ orgSlug: org.slug });

  await provider.stop();
  expect(answer).toMatchObject({ status: 401, body: { code: "sso-failed" } });
});

test("a user who denies access ends the sign-on", async () => {
  const { started, deviceCode } = await buildDevice();
  await deny(started.body.verificationUriComplete);

  const denied = await callDevice({ deviceCode });
  const again = await callDevice({ deviceCode });

  expect(denied).toMatchObject({ status: 401, body: { code: "sso-failed" } });
  expect(denied.body.detail).toContain("denied access");
  expect(again.status).toBe(401);
});

test("an expired sign-on is rejected", async () => {
  const { org, deviceCode } = await buildDevice();
  await world.service.database.db.query(sql`
    update sign_on_attempts set expires_on = now() where org_id = ${org.id}`);

  const answer = await callDevice({ deviceCode });

  expect(answer).toMatchObject({ status: 401, body: { code: "sso-failed" } });
});

test("the admission rules are the same as in a browser", async () => {
  const { started, deviceCode } = await buildDevice({ defaultRole: null });
  const account = addAccount(world);
  await approve(started.body.verificationUriComplete, account.sub);

  const answer = await callDevice({ deviceCode });

  expect(answer).toMatchObject({ status: 401, body: { code: "sso-failed" } });
  expect(answer.body.detail).toContain("No account matches this sign-in");
});

test("a token that the published key did not sign is rejected", async () => {
  const provider = await startTestProvider({ redirectUris: [world.callbackUrl] });
  const { org } = await buildSignOnOrg({ service: world.service, provider }, { defaultRole: "viewer" });
  const account = addAccount({ provider });
  const started = await callDevice({ orgSlug: org.slug });
  await approve(started.body.verificationUriComplete, account.sub);
  provider.publishWrongKey();

  const answer = await callDevice({ deviceCode: started.body.deviceCode });

  await provider.stop();
  expect(answer).toMatchObject({ status: 401, body: { code: "sso-failed" } });
  expect(answer.body.detail).toContain("could not be verified");
});

test("a provider that does not respond leaves the sign-on open", async () => {
  const provider = await startTestProvider({ redirectUris: [world.callbackUrl] });
  const { org } = await buildSignOnOrg({ service: world.service, provider });
  const started = await callDevice({ orgSlug: org.slug });
  await provider.stop();

  const down = await callDevice({ deviceCode: started.body.deviceCode });
  const tooFast = await callDevice({ deviceCode: started.body.deviceCode });

  expect(down).toMatchObject({ status: 401, body: { code: "sso-failed" } });
  expect(tooFast.status).toBe(202);
});

test("a sign-on of one org cannot be polled as another, nor redeemed as a code", async () => {
  const { deviceCode } = await buildDevice();
  const other = await buildSignOnOrg(world, { defaultRole: "admin" });

  const asOther = await callDevice({ deviceCode: `${other.org.id}${deviceCode.slice(16)}` });
  const body = { code: deviceCode, codeVerifier: "v".repeat(43) };
  const asCode = await world.service.call("POST", "/sso/token", { headers: {}, body });
  const itself = await callDevice({ deviceCode });

  expect([asOther.status, asCode.status, itself.status]).toEqual([401, 401, 202]);
});

test("an unknown org returns 404, and a body of both kinds is rejected", async () => {
  const unknown = await callDevice({ orgSlug: "no-such-org" });
  const both = await callDevice({ orgSlug: "no-such-org", deviceCode: "x" });

  expect(unknown).toMatchObject({ status: 404, body: { code: "not-found" } });
  expect(both.status).toBe(400);
});
