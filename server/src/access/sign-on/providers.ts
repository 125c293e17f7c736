import { LRUCache } from "lru-cache";
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from "openid-client";
import { signOnFailed } from "../../errors.ts";
import { createGuardedFetch, type GuardedFetch } from "../../platform/outbound/guarded-fetch.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { openClientSecret } from "./client-secret.ts";
import { callProvider } from "./provider-failure.ts";
import type { SignOnServices } from "./sign-on-services.ts";
import type { SignOnRow } from "./sign-on-store.ts";

const timeoutSeconds = 10;
const knownMs = 5 * 60_000;
const knownMax = 500;

interface KnownProvider {
  readonly settings: SignOnRow;
  readonly configuration: Promise<Configuration>;
}

/** The orgs' providers. Metadata is fetched every few minutes and after each change of the settings. */
export class Providers {
  readonly #secrets: SecretBox;
  readonly #fetch: GuardedFetch;
  readonly #known = new LRUCache<string, KnownProvider>({ max: knownMax, ttl: knownMs });

  constructor(services: Pick<SignOnServices, "secrets" | "outboundAllowedRanges" | "outboundRoute">) {
    const { secrets, outboundAllowedRanges: allowedRanges, outboundRoute } = services;
    this.#secrets = secrets;
    this.#fetch = createGuardedFetch({ ...outboundRoute, allowedRanges, timeoutMs: timeoutSeconds * 1000 });
  }

  async configurationFor(settings: SignOnRow): Promise<Configuration> {
    const known = this.#known.get(settings.org_id);
    if (known !== undefined && isSame(known.settings, settings)) {
      return known.configuration;
    }
    const configuration = callProvider(() => this.#discover(settings));
    const entry = { settings, configuration };
    this.#known.set(settings.org_id, entry);
    configuration.catch(() => {
      if (this.#known.peek(settings.org_id) === entry) {
        this.#known.delete(settings.org_id);
      }
    });
    return configuration;
  }

  async #discover(settings: SignOnRow): Promise<Configuration> {
    const issuer = new URL(settings.issuer);
    const authentication = authenticationWith(readClientSecret(this.#secrets, settings));
    return discovery(issuer, settings.client_id, undefined, authentication, {
      [customFetch]: this.#fetch,
      timeout: timeoutSeconds,
      // An ID token must have a valid signature; the TLS connection it came over is not enough.
      execute: [enableNonRepudiationChecks, ...(issuer.protocol === "http:" ? [allowInsecureRequests] : [])],
    });
  }
}

function isSame(a: SignOnRow, b: SignOnRow): boolean {
  const hasSameSecret =
    a.client_secret === null || b.client_secret === null
      ? a.client_secret === b.client_secret
      : a.client_secret.equals(b.client_secret);
  return a.issuer === b.issuer && a.client_id === b.client_id && hasSameSecret;
}

function readClientSecret(secrets: SecretBox, { org_id, client_secret }: SignOnRow): string | undefined {
  try {
    return client_secret === null ? undefined : openClientSecret(secrets, org_id, client_secret);
  } catch (cause) {
    throw signOnFailed("The stored client secret cannot be decrypted. Ask an administrator to enter it again.", cause);
  }
}

/** By the Authorization header if the provider supports it, which is also the default. */
function authenticationWith(clientSecret: string | undefined): ClientAuth {
  if (clientSecret === undefined) {
    return None();
  }
  const basic = ClientSecretBasic(clientSecret);
  const post = ClientSecretPost(clientSecret);
  return (server, client, body, headers) => {
    const isBasic = server.token_endpoint_auth_methods_supported?.includes("client_secret_basic") ?? true;
    (isBasic ? basic : post)(server, client, body, headers);
  };
}
