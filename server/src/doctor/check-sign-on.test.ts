import { afterAll, beforeAll, expect, test } from "vitest";
import { buildSignOnOrg, type SignOnWorld, startSignOnWorld } from "../access/sign-on/testing/sign-on-world.ts";
import { startTestProvider } from "../access/sign-on/testing/test-provider.ts";
import { parseConfig } from "../config/config.ts";
import type { RawSettings } from "../config/config-sources.ts";
import { startSocketServer } from "../platform/outbound/testing/local-server.ts";
import { startTestService, testSecret } from "../testing/test-service.ts";
import { checkSignOn } from "./check-sign-on.ts";
import { type Finding, runCheck } from "./finding.ts";

let world: SignOnWorld;

beforeAll(async () => {
  world = await startSignOnWorld(startTestService);
});

afterAll(() => world.stop());

async function look(settings: RawSettings = {}, limitMs = 5_000): Promise<readonly Finding[]> {
  const { db, connectionString } = world.service.database;
  const config = parseConfig({
    DATABASE_URL: connectionString,
    WEFT_SECRET: testSecret,
    WEFT_OUTBOUND_ALLOW: "127.0.0.0/8,::1/128",
    ...settings,
  });
  return runCheck(checkSignOn({ db, origin: "of the test", close: async () => {} }, config, limitMs), limitMs);
}

/** The findings about this org; the others have their own tests. */
function about({ org }: { readonly org: { readonly slug: string } }, findings: readonly Finding[]) {
  return findings.filter(({ detail }) => detail.startsWith(`${org.slug}: `));
}

test("without an org that uses single sign-on the check is skipped", async () => {
  expect(await look()).toEqual([{ name: "sso", verdict: "skipped", detail: "No organization uses single sign-on." }]);
});

test("a provider with a matching issuer is ok, and only its metadata is fetched", async () => {
  const signOn = await buildSignOnOrg(world);

  const findings = await look();

  expect(about(signOn, findings)).toMatchObject([
    { verdict: "ok", detail: expect.stringContaining(`${world.provider.issuer} responds`) },
  ]);
  expect(new Set(world.provider.requests)).toEqual(new Set(["GET /.well-known/openid-configuration"]));
});

test("a provider with another issuer is a fault", async () => {
  const provider = await startTestProvider({ redirectUris: [world.callbackUrl] });
  const signOn = await buildSignOnOrg({ service: world.service, provider });
  provider.answerInstead("/.well-known/openid-configuration", 200, { issuer: "https://another.example" });

  const findings = await look();

  await provider.stop();
  expect(about(signOn, findings)).toMatchObject([
    { verdict: "fault", detail: expect.stringContaining("uses a different issuer") },
  ]);
});

test("an unreachable provider is a fault, with the network error", async () => {
  const provider = await startTestProvider({ redirectUris: [world.callbackUrl] });
  const signOn = await buildSignOnOrg({ service: world.service, provider });
  await provider.stop();

  const findings = await look();

  expect(about(signOn, findings)).toMatchObject([
    { verdict: "fault", detail: expect.stringContaining("ECONNREFUSED") },
  ]);
});

test("a provider that does not respond does not hide the others", async () => {
  const port = await startSocketServer(() => {});
  const { service, provider } = world;
  const silent = await buildSignOnOrg({ service, provider: { ...provider, issuer: `http://127.0.0.1:${port}` } });
  const good = await buildSignOnOrg(world);

  const findings = await look({}, 1_000);

  expect(about(silent, findings)).toMatchObject([
    { verdict: "fault", detail: expect.stringContaining("within 0.8 s") },
  ]);
  expect(about(good, findings)).toMatchObject([{ verdict: "ok" }]);
});

test("a provider that outbound calls may no longer reach is a fault", async () => {
  const signOn = await buildSignOnOrg(world);

  const findings = await look({ WEFT_OUTBOUND_ALLOW: "" });

  expect(about(signOn, findings)).toMatchObject([
    { verdict: "fault", detail: expect.stringContaining("may not reach") },
  ]);
});

test("a client secret encrypted with another secret is a fault", async () => {
  const signOn = await buildSignOnOrg(world);

  const findings = await look({ WEFT_SECRET: "another secret than that of the database" });

  expect(about(signOn, findings)).toMatchObject([
    { verdict: "fault", detail: expect.stringContaining("stored client secret cannot be decrypted") },
  ]);
});
