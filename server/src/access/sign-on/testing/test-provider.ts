import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type Provider from "oidc-provider";
import type { Configuration } from "oidc-provider";
import { vi } from "vitest";

export interface TestAccount {
  /** Also the login that the user enters. */
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

export interface TestProviderOptions {
  readonly redirectUris: readonly string[];
  /** True includes the address in the ID token; otherwise only the userinfo endpoint returns it. */
  readonly putsAllInIdToken?: boolean;
  /** The only client authentication method that the provider accepts. */
  readonly authentication?: "client_secret_basic" | "client_secret_post" | "none";
}

export interface TestProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The requests received, such as "POST /token". */
  readonly requests: readonly string[];
  addAccount(account: TestAccount): void;
  /** Returns this response at the path from now on. */
  answerInstead(path: string, status: number, body: unknown): void;
  /** Publishes another key than the one that signs from now on. */
  publishWrongKey(): void;
  stop(): Promise<void>;
}

const keyId = "test-key";
const clientSecret = "the client's secret: with & colon";

/** A real OpenID provider on loopback, with its own sign-in pages. */
export async function startTestProvider(options: TestProviderOptions): Promise<TestProvider> {
  // It logs a warning for every setting that only a test may use.
  vi.spyOn(console, "warn").mockReturnValue();
  vi.spyOn(console, "info").mockReturnValue();
  const accounts = new Map<string, TestAccount>();
  const requests: string[] = [];
  const instead = new Map<string, { readonly status: number; readonly body: unknown }>();
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => {};
  const server = createServer((request, response) => {
    const path = request.url?.replace(/\?.*/, "") ?? "";
    requests.push(`${request.method} ${path}`);
    const other = instead.get(path);
    if (other === undefined) {
      handle(request, response);
    } else {
      response.writeHead(other.status, { "content-type": "application/json" }).end(JSON.stringify(other.body));
    }
  });
  const issuer = `http://127.0.0.1:${await listen(server)}`;
  handle = (await createProvider(issuer, accounts, options)).callback();
  return {
    issuer,
    clientId: "weft",
    clientSecret,
    requests,
    addAccount: (account) => void accounts.set(account.sub, account),
    answerInstead: (path, status, body) => void instead.set(path, { status, body }),
    publishWrongKey() {
      instead.set("/jwks", { status: 200, body: { keys: [publicPart(makeSigningKey())] } });
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("The provider does not listen on a port.");
  }
  return address.port;
}

async function createProvider(
  issuer: string,
  accounts: ReadonlyMap<string, TestAccount>,
  { redirectUris, putsAllInIdToken = false, authentication = "client_secret_basic" }: TestProviderOptions,
): Promise<Provider> {
  // Loaded late, because it logs a warning about the runtime on load.
  const { default: OidcProvider } = await import("oidc-provider");
  const configuration: Configuration = {
    clients: [
      {
        client_id: "weft",
        ...(authentication === "none" ? {} : { client_secret: clientSecret }),
        token_endpoint_auth_method: authentication,
        id_token_signed_response_alg: "ES256",
        redirect_uris: [...redirectUris],
        grant_types: ["authorization_code", "urn:ietf:params:oauth:grant-type:device_code"],
      },
    ],
    clientAuthMethods: [authentication],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: !putsAllInIdToken,
    features: { deviceFlow: { enabled: true }, devInteractions: { enabled: true } },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ ...accounts.get(sub), sub }) }),
    cookies: { keys: ["a key for the cookies of the test"] },
    jwks: { keys: [makeSigningKey()] },
  };
  return new OidcProvider(issuer, configuration);
}

function makeSigningKey() {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { ...privateKey.export({ format: "jwk" }), kid: keyId, use: "sig", alg: "ES256" };
}

function publicPart({ d: _secret, ...rest }: ReturnType<typeof makeSigningKey>) {
  return rest;
}
