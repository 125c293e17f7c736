import { strict as assert } from "node:assert";
import { createHash } from "node:crypto";
import { finishSso, redeemSsoCode, startSso, startSsoDevice } from "@weft/contract";
import { createOrg } from "../../access/orgs/change-org.ts";
import { finishForms, type SignOnWorld, signOn } from "../../access/sign-on/testing/sign-on-world.ts";
import { locationOf, TestBrowser } from "../../access/sign-on/testing/test-browser.ts";
import { buildOwnerKey } from "../builders.ts";
import type { ExampleRecorder } from "./example-recorder.ts";

const orgSlug = "acme-sign-on";
const account = { sub: "jo", email: "jo@acme.example", email_verified: true, name: "Jo Miller" };
const codeVerifier = "an-example-of-a-code-verifier-of-a-program-";
const loopback = {
  loopbackPort: "45678",
  codeChallenge: createHash("sha256").update(codeVerifier).digest("base64url"),
  state: "example-state",
};

/** Single sign-on with a real provider, from start to end. */
export async function recordSignOnExamples(recorder: ExampleRecorder, world: SignOnWorld): Promise<void> {
  await buildSignOn(world);
  await recordStart(recorder);
  await recordBrowser(recorder, world);
  await recordProgram(recorder, world);
  await recordDevice(recorder);
}

async function buildSignOn({ service, provider }: SignOnWorld): Promise<void> {
  const org = await service.database.db.transaction((tx) => createOrg(tx, { slug: orgSlug, name: "Acme" }));
  const { headers } = await buildOwnerKey(service, org);
  const { issuer, clientId, clientSecret } = provider;
  const sso = { issuer, clientId, clientSecret, defaultRole: "viewer" };
  const answer = await service.call("PUT", "/org", { headers, body: { sso } });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  provider.addAccount(account);
}

async function recordStart(recorder: ExampleRecorder): Promise<void> {
  const params = { orgSlug };
  await recorder.record(startSso, { title: "Redirect a browser to the provider.", status: 302, params });
  await recorder.record(startSso, {
    title: "A program redirects the browser and waits on a loopback port.",
    status: 302,
    params,
    query: loopback,
  });
  await recorder.record(startSso, {
    title: "Unknown organization.",
    status: 404,
    params: { orgSlug: "nobody" },
  });
}

async function recordBrowser(recorder: ExampleRecorder, world: SignOnWorld): Promise<void> {
  const call = await returnFromProvider(world, {});
  await recorder.record(finishSso, { title: "The browser returns and gets a session.", status: 302, ...call });
  await recorder.record(finishSso, { title: "The same redirect a second time.", status: 401, ...call });
}

async function recordProgram(recorder: ExampleRecorder, world: SignOnWorld): Promise<void> {
  const call = await returnFromProvider(world, loopback);
  const finished = await recorder.record(finishSso, {
    title: "Redirect to the program's loopback port, with a code.",
    status: 302,
    ...call,
  });
  const code = new URL(finished.headers.get("location") ?? "").searchParams.get("code");
  const body = { code, codeVerifier };
  await recorder.record(redeemSsoCode, { title: "The program exchanges the code for a token.", status: 200, body });
  await recorder.record(redeemSsoCode, { title: "A code is valid once.", status: 401, body });
}

/** Signs in at the provider; returns what the browser would then send to the service. */
async function returnFromProvider({ service, callbackUrl }: SignOnWorld, query: Readonly<Record<string, string>>) {
  const browser = new TestBrowser(callbackUrl);
  const start = `${service.address}/api/sso/${orgSlug}?${new URLSearchParams(query)}`;
  const callback = new URL(locationOf(await signOn(browser, start, account.sub)) ?? "");
  return {
    query: Object.fromEntries(callback.searchParams),
    headers: { cookie: `weft_sso=${browser.cookie("weft_sso")}` },
  };
}

async function recordDevice(recorder: ExampleRecorder): Promise<void> {
  const started = await recorder.record(startSsoDevice, {
    title: "A device shows its user a code and a URL.",
    status: 202,
    body: { orgSlug },
  });
  const { deviceCode, verificationUriComplete } = started.body;
  const browser = new TestBrowser();
  await finishForms(browser, await browser.open(verificationUriComplete), account.sub);
  const body = { deviceCode };
  await recorder.record(startSsoDevice, { title: "The user signed in on another device.", status: 200, body });
  await recorder.record(startSsoDevice, { title: "The sign-in has ended.", status: 401, body });
  await recorder.record(startSsoDevice, {
    title: "Unknown organization.",
    status: 404,
    body: { orgSlug: "nobody" },
  });
}
