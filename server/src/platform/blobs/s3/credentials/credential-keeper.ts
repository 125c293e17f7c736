import { Agent } from "undici";
import { type CredentialSource, CredentialsError } from "./credential-source.ts";
import type { IssuedCredentials } from "./issued-credentials.ts";
import { fetchFromContainer, fetchFromInstance } from "./local-credentials.ts";
import { assumeRole } from "./web-identity.ts";

const refreshBeforeMs = 5 * 60_000;
const retryAfterMs = 10_000;
// A request must arrive before they expire.
const reserveMs = 10_000;

/**
 * Current credentials. They are fetched on first use and again before they expire, once at a time; until then those
 * before are used, also while the refresh fails.
 */
export class CredentialKeeper {
  readonly #load: () => Promise<IssuedCredentials>;
  readonly #now: () => number;
  #current: IssuedCredentials | undefined;
  #refreshAt = 0;
  #refreshing: Promise<IssuedCredentials> | undefined;

  constructor(load: () => Promise<IssuedCredentials>, now: () => number = Date.now) {
    this.#load = load;
    this.#now = now;
  }

  async get(): Promise<IssuedCredentials> {
    const current = this.#current;
    if (current === undefined || this.#hasExpired(current)) {
      return this.#refresh();
    }
    if (this.#now() >= this.#refreshAt) {
      // Its failure is retried later, and reported once the credentials have expired.
      this.#refresh().catch(() => {});
    }
    return current;
  }

  /** After the store has refused them as expired, which depends on its clock. */
  discard(refused: IssuedCredentials): void {
    if (this.#current === refused && refused.expiresOn !== undefined) {
      this.#current = undefined;
    }
  }

  #hasExpired({ expiresOn }: IssuedCredentials): boolean {
    return expiresOn !== undefined && expiresOn.getTime() - reserveMs <= this.#now();
  }

  #refresh(): Promise<IssuedCredentials> {
    this.#refreshAt = this.#now() + retryAfterMs;
    this.#refreshing ??= this.#fetch().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #fetch(): Promise<IssuedCredentials> {
    const fetched = await this.#load();
    if (this.#hasExpired(fetched)) {
      throw new CredentialsError(
        `The credentials that were issued have expired at ${fetched.expiresOn?.toISOString()}. Check this machine's clock.`,
      );
    }
    this.#current = fetched;
    this.#refreshAt = this.#refreshTimeOf(fetched);
    return fetched;
  }

  /** The last minutes; the second half of a short life. */
  #refreshTimeOf({ expiresOn }: IssuedCredentials): number {
    const now = this.#now();
    const lifeMs = expiresOn === undefined ? Number.POSITIVE_INFINITY : expiresOn.getTime() - now;
    return now + Math.max(lifeMs - refreshBeforeMs, lifeMs / 2);
  }
}

const connectTimeoutMs = 2_000;

export async function fetchCredentials(source: CredentialSource): Promise<IssuedCredentials> {
  const agent = new Agent({ connect: { timeout: connectTimeoutMs } });
  try {
    switch (source.kind) {
      case "static": {
        const { accessKey, secretKey, sessionToken } = source;
        return { accessKey, secretKey, sessionToken, expiresOn: undefined };
      }
      case "web-identity":
        return await assumeRole(source, agent);
      case "container":
        return await fetchFromContainer(source, agent);
      case "instance":
        return await fetchFromInstance(source, agent);
    }
  } finally {
    await agent.destroy();
  }
}
