import { hash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { LRUCache } from "lru-cache";
import type { PostgresDatabase } from "../platform/database/database.ts";
import type { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import { parseAddressRange } from "../platform/network-address.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import type { Caller, CredentialType } from "./caller.ts";
import { type Credential, csrfTokensOf, readCredential, shownText } from "./credential.ts";
import { type CredentialRow, type CredentialUse, findSession, findToken, noteUses } from "./credential-store.ts";
import { grantsOfCredential } from "./grants.ts";
import { KeyFinder, type KeyFinderOptions } from "./key-finder.ts";
import { isFormerSlug } from "./org-store.ts";
import { hashSecret } from "./secret.ts";
import { suspensionOf } from "./suspension.ts";

/** Notifies nodes that credentials, users or rights have changed. */
export const accessTopic = "access";

// A revoked credential must be rejected within a second on every node, even if a notification was lost.
const trustedMs = 750;
const callersMax = 20_000;

interface KnownCaller {
  readonly caller: Caller;
  readonly checkedAt: number;
  /** How many changes this node knew of when the lookup began. */
  readonly changes: number;
}

/** Authenticates callers. A recently used credential is served from memory, without waiting. */
export class Authenticator {
  readonly #lookups: Lookups;
  readonly #secrets: SecretBox;
  readonly #known = new LRUCache<string, KnownCaller>({ max: callersMax });
  readonly #inProgress = new Map<string, Promise<Caller | undefined>>();
  readonly #uses: UseRecorder;
  readonly #unsubscribe: () => void;
  #changes = 0;

  constructor(services: KeyFinderOptions & { secrets: SecretBox; bus: WakeUpBus }) {
    this.#lookups = { db: services.db, keys: new KeyFinder(services) };
    this.#secrets = services.secrets;
    this.#uses = new UseRecorder(services.db);
    // Entries from before a change are looked up again, but stay known: see hasSeen.
    this.#unsubscribe = services.bus.subscribe(accessTopic, () => {
      this.#changes += 1;
    });
  }

  /** The caller, if its credential was looked up recently. */
  recall(headers: IncomingHttpHeaders, session: string | undefined): Caller | undefined {
    const shown = shownText(headers, session);
    const known = shown === undefined ? undefined : this.#known.get(fingerprintOf(shown));
    const now = Date.now();
    const isFresh = known?.changes === this.#changes && now - known.checkedAt < trustedMs;
    return isFresh && !hasExpired(known.caller, now) ? known.caller : undefined;
  }

  /** True for a credential that was valid recently, even if it is due for another lookup. */
  hasSeen(headers: IncomingHttpHeaders, session: string | undefined): boolean {
    const shown = shownText(headers, session);
    return shown !== undefined && this.#known.has(fingerprintOf(shown));
  }

  /** Undefined if the credential is missing, malformed or invalid: the caller must not learn which. */
  async lookUp(headers: IncomingHttpHeaders, session: string | undefined): Promise<Caller | undefined> {
    const shown = shownText(headers, session);
    const credential = readCredential(headers, session);
    if (shown === undefined || credential === undefined) {
      return undefined;
    }
    // Concurrent requests share one lookup.
    const fingerprint = fingerprintOf(shown);
    const inProgress = this.#inProgress.get(fingerprint);
    if (inProgress !== undefined) {
      return inProgress;
    }
    const lookUp = this.#lookUp(fingerprint, credential).finally(() => this.#inProgress.delete(fingerprint));
    this.#inProgress.set(fingerprint, lookUp);
    return lookUp;
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    await this.#uses.close();
  }

  async #lookUp(fingerprint: string, credential: Credential): Promise<Caller | undefined> {
    const checkedAt = Date.now();
    const changes = this.#changes;
    const beside = credential.kind === "token" ? credential.beside : undefined;
    const [row, rowBeside] = await Promise.all([
      findValid(this.#lookups, credential),
      beside === undefined ? undefined : findValid(this.#lookups, beside),
    ]);
    if (row === undefined || (beside !== undefined && rowBeside?.org_id !== row.org_id)) {
      this.#known.delete(fingerprint);
      return undefined;
    }
    const csrfTokens = credential.kind === "session" ? csrfTokensOf(this.#secrets, credential.secret) : [];
    const caller = toCaller(row, typeOf(credential), csrfTokens);
    this.#known.set(fingerprint, { caller, checkedAt, changes });
    this.#uses.note(caller);
    return caller;
  }
}

/** Callers are cached by a hash, so that no secret stays in memory. */
function fingerprintOf(shown: string): string {
  return hash("sha256", shown, "base64");
}

function hasExpired(caller: Caller, now: number): boolean {
  const { expiresOn } = caller.credential;
  return expiresOn !== undefined && expiresOn.getTime() <= now;
}

/** Where credentials are looked up. */
interface Lookups {
  readonly db: PostgresDatabase;
  readonly keys: KeyFinder;
}

async function findValid(lookups: Lookups, credential: Credential): Promise<CredentialRow | undefined> {
  const secretHash = hashSecret(credential.secret);
  const row = await findCredential(lookups, credential, secretHash);
  const isValid =
    row !== undefined &&
    timingSafeEqual(row.secret_hash, secretHash) &&
    (await isMeantFor(lookups.db, row, credential));
  return isValid ? row : undefined;
}

async function findCredential(
  { db, keys }: Lookups,
  credential: Credential,
  secretHash: Buffer,
): Promise<CredentialRow | undefined> {
  switch (credential.kind) {
    case "key":
      return keys.find(credential.orgSlug, secretHash);
    case "token":
      return findToken(db.ofOrg(credential.orgId), credential.orgId, secretHash);
    case "session":
      return findSession(db.ofOrg(credential.orgId), credential.orgId, secretHash);
  }
}

/** A user's key is not valid as an app's, nor a token for another org than the header names. */
async function isMeantFor(db: PostgresDatabase, row: CredentialRow, credential: Credential): Promise<boolean> {
  switch (credential.kind) {
    case "key":
      return credential.owner === "app" ? row.app_id !== null : row.user_id !== null;
    case "token":
      return (
        credential.orgSlug === undefined ||
        credential.orgSlug === row.org_slug ||
        isFormerSlug(db, row.org_id, credential.orgSlug)
      );
    case "session":
      return true;
  }
}

function typeOf(credential: Credential): CredentialType {
  switch (credential.kind) {
    case "key":
      return credential.owner === "app" ? "app-key" : "user-key";
    case "token":
      return "access-token";
    case "session":
      return "session";
  }
}

function toCaller(row: CredentialRow, type: CredentialType, csrfTokens: readonly string[]): Caller {
  const isNarrowed = row.preset !== null || row.rights !== null || row.scope !== null;
  const grants = grantsOfCredential(row);
  return {
    org: { id: row.org_id, slug: row.org_slug, name: row.org_name },
    suspension: suspensionOf({ suspended_on: row.org_suspended_on, suspension_reason: row.org_suspension_reason }),
    actor:
      row.user_id === null
        ? { id: row.app_id ?? "", type: "app", name: row.app_name ?? "", email: undefined }
        : { id: row.user_id, type: "user", name: row.user_name ?? "", email: row.user_email ?? undefined },
    credential: { type, id: row.id, label: row.label ?? undefined, expiresOn: row.expires_on ?? undefined },
    role: row.user_role ?? undefined,
    isAdministrator: grants.isAdministrator,
    rights: grants.rights,
    isNarrowed,
    taskId: row.task_id ?? undefined,
    ratePerSecond: row.rate_per_second ?? undefined,
    allowedAddresses: row.allowed_addresses.length === 0 ? undefined : row.allowed_addresses.map(parseAddressRange),
    csrfTokens,
  };
}

const flushIntervalMs = 30_000;

/** Stores when credentials were last used: in batches from time to time, never during a request. */
class UseRecorder {
  readonly #db: PostgresDatabase;
  readonly #timer: NodeJS.Timeout;
  #uses = new Map<string, CredentialUse>();

  constructor(db: PostgresDatabase) {
    this.#db = db;
    this.#timer = setInterval(() => void this.#flush(), flushIntervalMs).unref();
  }

  note(caller: Caller): void {
    const { id, type } = caller.credential;
    if (type !== "session") {
      const table = type === "access-token" ? "access_tokens" : "api_keys";
      this.#uses.set(`${table} ${id}`, { table, orgId: caller.org.id, id });
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#flush();
  }

  async #flush(): Promise<void> {
    const uses = [...this.#uses.values()];
    this.#uses = new Map();
    if (uses.length > 0) {
      // If the database is unavailable, one use is not recorded, and the next use corrects it.
      await this.#db.transaction((tx) => noteUses(tx, uses)).catch(() => {});
    }
  }
}
