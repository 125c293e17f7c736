import assert from "node:assert/strict";
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { browserOf } from "../server/src/access/oauth/testing/oauth-world.ts";
import type { OrgRow } from "../server/src/access/org-store.ts";
import { sql } from "../server/src/platform/database/sql.ts";
import { buildUser, firstOrg } from "../server/src/testing/builders.ts";
import { shareTestService, type TestService } from "../server/src/testing/test-service.ts";

let service: TestService;
let org: OrgRow;
const open: Client[] = [];

beforeAll(async () => {
  service = await shareTestService();
  org = await firstOrg(service);
  // The client reports each renewed sign-in there.
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

afterAll(async () => {
  vi.restoreAllMocks();
  await service.stop();
});

type Stored<Name extends "clientInformation" | "tokens" | "discoveryState"> = Awaited<
  ReturnType<NonNullable<OAuthClientProvider[Name]>>
>;

/** What an assistant stores, and the browser that it opens. */
class Assistant implements OAuthClientProvider {
  readonly redirectUrl = "http://localhost:33418/callback";
  readonly clientMetadata = { client_name: "Claude", redirect_uris: [this.redirectUrl] };
  readonly opened: URL[] = [];
  #client: Stored<"clientInformation">;
  #tokens: Stored<"tokens">;
  #discovered: Stored<"discoveryState">;
  #verifier = "";

  state = () => "1.0";
  clientInformation = () => this.#client;
  saveClientInformation(client: Stored<"clientInformation">): void {
    this.#client = client;
  }
  tokens = () => this.#tokens;
  saveTokens(tokens: Stored<"tokens">): void {
    this.#tokens = tokens;
  }
  discoveryState = () => this.#discovered;
  saveDiscoveryState(state: Stored<"discoveryState">): void {
    this.#discovered = state;
  }
  codeVerifier = () => this.#verifier;
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  redirectToAuthorization(url: URL): void {
    this.opened.push(url);
  }
  invalidateCredentials(): void {
    this.#tokens = undefined;
  }
}

function transportOf(assistant: Assistant): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(`${service.address}/mcp`), { authProvider: assistant });
}

type Mode = "legacy" | { readonly pin: string };

async function connect(assistant: Assistant, mode: Mode = "legacy"): Promise<Client> {
  const client = new Client({ name: "acceptance", version: "1" }, { versionNegotiation: { mode } });
  open.push(client);
  await client.connect(transportOf(assistant));
  return client;
}

/** The user signs in and answers on the page, to which the authorization endpoint redirects the browser. */
async function answerAs(
  browser: Record<string, string>,
  url: URL | undefined,
  grant: string,
): Promise<URLSearchParams> {
  assert(url, "no browser was opened");
  const redirect = await fetch(url, { redirect: "manual" });
  const page = new URL(redirect.headers.get("location") ?? "", url);
  expect(page.pathname).toBe("/connect");
  const request = page.searchParams.get("request");
  const { status, body } = await service.call("POST", "/oauth/authorization", {
    headers: browser,
    body: { request, grant },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return new URL(body.location).searchParams;
}

/** Connects, signs in when the browser opens, and connects again. */
async function signIn(assistant: Assistant, grant: "read" | "write", mode?: Mode): Promise<Client> {
  const browser = await browserOf(service, org, await buildUser(service, org, { role: "editor" }));
  await expect(connect(assistant, mode)).rejects.toThrow(/[Uu]nauthorized/);
  const parameters = await answerAs(browser, assistant.opened.at(-1), grant);
  expect(parameters.get("state")).toBe("1.0");
  await transportOf(assistant).finishAuth(parameters);
  return connect(assistant, mode);
}

async function changeToken(assistant: Assistant, change: ReturnType<typeof sql>): Promise<void> {
  const token = assistant.tokens()?.access_token ?? "";
  const { body } = await service.call("GET", "/whoami", { headers: { authorization: `Bearer ${token}` } });
  const { id } = body.credential;
  await service.database.db.query(sql`update access_tokens set ${change} where org_id = ${org.id} and id = ${id}`);
  const statusOf = async () =>
    (await service.call("GET", "/whoami", { headers: { authorization: `Bearer ${token}` } })).status;
  await expect.poll(statusOf).toBe(401);
}

const operations = [{ op: "create", object: { name: "Parka" } }];
const write = { name: "write", arguments: { kind: "item", operations, dryRun: false } };

test.each(["legacy", { pin: "2026-07-28" }] as const)(
  "the official client signs its user in, and uses the tools: %j",
  async (mode) => {
    const assistant = new Assistant();
    const client = await signIn(assistant, "write", mode);

    const { tools } = await client.listTools();
    const written = await client.callTool(write);

    expect(assistant.opened).toHaveLength(1);
    expect(assistant.opened[0]?.searchParams.get("resource")).toBe(`${service.address}/mcp`);
    expect(tools.map(({ name }) => name)).toContain("find");
    expect(written.structuredContent).toMatchObject({ written: [{ outcome: "created" }] });
  },
);

test("an expired token is renewed without the user", async () => {
  const assistant = new Assistant();
  const client = await signIn(assistant, "write");
  const before = assistant.tokens();
  await changeToken(assistant, sql`expires_on = now() - interval '1 second'`);

  const found = await client.callTool({ name: "find", arguments: { kind: "item" } });

  expect(found.isError).not.toBe(true);
  expect(assistant.opened).toHaveLength(1);
  expect(assistant.tokens()?.refresh_token).not.toBe(before?.refresh_token);
  expect(assistant.tokens()?.access_token).not.toBe(before?.access_token);
});

test("after the token was revoked, the user is asked again, and can grant less", async () => {
  const assistant = new Assistant();
  const client = await signIn(assistant, "write");
  await changeToken(assistant, sql`revoked_on = now()`);

  await expect(client.listTools()).rejects.toThrow(/[Uu]nauthorized/);
  const again = await signIn(assistant, "read");
  const refused = await again.callTool(write);

  expect(assistant.opened.length).toBeGreaterThan(1);
  expect(refused.isError).toBe(true);
});

test("a user who denies the request leaves the assistant without access", async () => {
  const assistant = new Assistant();
  const browser = await browserOf(service, org, await buildUser(service, org));
  await expect(connect(assistant)).rejects.toThrow(/[Uu]nauthorized/);

  const parameters = await answerAs(browser, assistant.opened[0], "none");

  expect(parameters.get("error")).toBe("access_denied");
  await expect(transportOf(assistant).finishAuth(parameters)).rejects.toThrow();
  expect(assistant.tokens()).toBeUndefined();
});
