/** A key of an app or a user; the organization it belongs to. */
interface KeyCredentials {
  readonly apiKey: string;
  readonly orgSlug: string;
}

/** Signs in when first needed, and again when the token expires. */
export interface PasswordCredentials {
  readonly email: string;
  readonly password: string;
  readonly orgSlug: string;
}

/** A token issued by the operator or by single sign-on. */
interface TokenCredentials {
  readonly accessToken: string;
  readonly orgSlug?: string | undefined;
}

/** A page of the service itself: the browser's cookie identifies the user; writes carry the token from login and whoami. */
interface SessionCredentials {
  readonly csrfToken: string;
}

export type Credentials = KeyCredentials | PasswordCredentials | TokenCredentials | SessionCredentials;

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The credentials and the base URL in WEFT_API_KEY or WEFT_ACCESS_TOKEN, WEFT_ORG and WEFT_BASE_URL. Empty variables count as unset. */
export function readEnvironment(
  environment: Environment,
): (KeyCredentials | TokenCredentials) & { readonly baseUrl?: string } {
  const {
    WEFT_API_KEY: apiKey,
    WEFT_ACCESS_TOKEN: accessToken,
    WEFT_ORG: orgSlug,
    WEFT_BASE_URL: baseUrl,
  } = environment;
  const place = baseUrl ? { baseUrl } : {};
  if (!apiKey && accessToken) return { accessToken, ...(orgSlug ? { orgSlug } : {}), ...place };
  const missing = [...(apiKey ? [] : ["WEFT_API_KEY"]), ...(orgSlug ? [] : ["WEFT_ORG"])];
  if (!apiKey || !orgSlug) {
    const are = missing.length === 1 ? "is" : "are";
    throw new TypeError(
      `${missing.join(" and ")} ${are} not set. Set WEFT_API_KEY to a key (app:… or user:…) and WEFT_ORG to the slug of its organization.`,
    );
  }
  return { apiKey, orgSlug, ...place };
}

/** The variables of the process; a browser has none. */
export function processEnvironment(): Environment {
  const running: unknown = Reflect.get(globalThis, "process");
  if (typeof running === "object" && running !== null && "env" in running && isEnvironment(running.env)) {
    return running.env;
  }
  throw new TypeError("There are no environment variables here. Use new Weft({ apiKey, orgSlug, baseUrl }).");
}

function isEnvironment(value: unknown): value is Environment {
  return typeof value === "object" && value !== null;
}

export type HeaderFields = Readonly<Record<string, string>>;

/** The authentication headers. */
export interface Proof {
  headers(): Promise<HeaderFields>;
  /** After a 401 to these headers: whether a retry with new ones can succeed. */
  renew(refused: HeaderFields): boolean;
}

type SignIn = (credentials: PasswordCredentials) => Promise<string>;

export function proofOf(credentials: Credentials | object, signIn: SignIn): Proof {
  if (has(credentials, "apiKey")) {
    const { apiKey, orgSlug } = credentials;
    if (orgSlug === undefined) {
      throw new TypeError("A key requires the slug of its organization: pass orgSlug too.");
    }
    return fixedProof({ "X-Api-Key": apiKey, "X-Api-Org": orgSlug });
  }
  if (has(credentials, "accessToken")) {
    const { accessToken, orgSlug } = credentials;
    const org = orgSlug === undefined ? {} : { "X-Api-Org": orgSlug };
    return fixedProof({ Authorization: `Bearer ${accessToken}`, ...org });
  }
  if (has(credentials, "csrfToken")) {
    return fixedProof({ "X-Csrf-Token": credentials.csrfToken });
  }
  return has(credentials, "email") ? new PasswordProof(credentials, signIn) : noProof;
}

type CredentialsWith<Name extends string> = Extract<Credentials, Readonly<Record<Name, string>>>;

function has<Name extends "apiKey" | "accessToken" | "csrfToken" | "email">(
  credentials: object,
  name: Name,
): credentials is CredentialsWith<Name> {
  const given: Readonly<Record<string, unknown>> = { ...credentials };
  return typeof given[name] === "string";
}

export const noProof = fixedProof({});

function fixedProof(headers: HeaderFields): Proof {
  // fetch shows rejected values in its error, which must not contain a key.
  if (Object.values(headers).some((value) => !/^[\x20-\x7e]*$/.test(value.trim()))) {
    throw new TypeError("The credentials contain characters that are not allowed in a header. Copy them again.");
  }
  return { headers: async () => headers, renew: () => false };
}

class PasswordProof implements Proof {
  readonly #credentials: PasswordCredentials;
  readonly #signIn: SignIn;
  /** Shared by concurrent calls. */
  #signedIn: Promise<HeaderFields> | undefined;
  #current: HeaderFields | undefined;

  constructor(credentials: PasswordCredentials, signIn: SignIn) {
    this.#credentials = credentials;
    this.#signIn = signIn;
  }

  async headers(): Promise<HeaderFields> {
    this.#signedIn ??= this.#begin();
    try {
      return await this.#signedIn;
    } catch (error) {
      this.#signedIn = undefined;
      throw error;
    }
  }

  async #begin(): Promise<HeaderFields> {
    const current = { Authorization: `Bearer ${await this.#signIn(this.#credentials)}` };
    this.#current = current;
    return current;
  }

  renew(refused: HeaderFields): boolean {
    // If several concurrent calls are rejected, the first one renews for all.
    if (refused === this.#current) {
      this.#signedIn = undefined;
      this.#current = undefined;
    }
    return true;
  }
}
