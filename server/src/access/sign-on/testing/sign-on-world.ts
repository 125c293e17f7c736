import { randomBytes } from "node:crypto";
import { type BuiltKey, buildOrg, buildOwnerKey } from "../../../testing/builders.ts";
import { shareTestService, type TestAnswer, type TestService } from "../../../testing/test-service.ts";
import type { OrgRow } from "../../org-store.ts";
import { locationOf, type Page, type TestBrowser } from "./test-browser.ts";
import { startTestProvider, type TestAccount, type TestProvider } from "./test-provider.ts";

/** A service and a provider that know each other's URL. */
export interface SignOnWorld {
  readonly service: TestService;
  readonly provider: TestProvider;
  readonly callbackUrl: string;
  stop(): Promise<void>;
}

/** On the shared node, unless the test needs one of its own. */
export async function startSignOnWorld(start = shareTestService): Promise<SignOnWorld> {
  const service = await start({ WEFT_OUTBOUND_ALLOW: "127.0.0.0/8,::1/128" });
  const callbackUrl = `${service.address}/api/sso/callback`;
  const provider = await startTestProvider({ redirectUris: [callbackUrl] });
  return {
    service,
    provider,
    callbackUrl,
    async stop() {
      await provider.stop();
      await service.stop();
    },
  };
}

export interface SignOnOrg {
  readonly org: OrgRow;
  /** A key of an owner. */
  readonly administrator: BuiltKey;
  /** Where a browser starts. */
  readonly startUrl: string;
}

/** An org whose users sign on at the provider. */
export async function buildSignOnOrg(
  { service, provider }: Pick<SignOnWorld, "service" | "provider">,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<SignOnOrg> {
  const org = await buildOrg(service);
  const administrator = await buildOwnerKey(service, org);
  const { issuer, clientId, clientSecret } = provider;
  const answer = await service.call("PUT", "/org", {
    headers: administrator.headers,
    body: { sso: { issuer, clientId, clientSecret, ...settings } },
  });
  if (answer.status !== 200) {
    throw new Error(`The org could not be set up: ${JSON.stringify(answer.body)}`);
  }
  return { org, administrator, startUrl: `${service.address}/api/sso/${org.slug}` };
}

/** An account of the provider. Default: with a verified address. */
export function addAccount(
  { provider }: Pick<SignOnWorld, "provider">,
  claims: Partial<TestAccount> = {},
): TestAccount & { readonly email: string } {
  const name = randomBytes(6).toString("hex");
  const account = { sub: name, email: `${name}@users.example`, email_verified: true, ...claims };
  provider.addAccount(account);
  return account;
}

/** Goes to the provider and signs in there; returns the page where the browser stops, or the last page. */
export async function signOn(browser: TestBrowser, startUrl: string, login: string): Promise<Page> {
  return finishForms(browser, await browser.open(startUrl), login);
}

/** Submits the provider's forms one after the other. */
export async function finishForms(browser: TestBrowser, first: Page, login: string): Promise<Page> {
  let page = first;
  while (locationOf(page) === undefined && page.text.includes("<form")) {
    page = await browser.submit(page, page.text.includes('name="login"') ? { login, password: "any" } : {});
  }
  return page;
}

/** The whoami response for this browser's session. */
export async function whoamiOf({ service }: Pick<SignOnWorld, "service">, browser: TestBrowser): Promise<TestAnswer> {
  const cookie = `weft_session=${browser.cookie("weft_session")}`;
  return service.call("GET", "/whoami", { headers: { cookie } });
}
