import { Coalescer } from "../platform/database/coalescer.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import { type CredentialRow, findKeys, type ShownKey } from "./credential-store.ts";
import { findOrgIds } from "./org-store.ts";

export interface KeyFinderOptions {
  readonly db: PostgresDatabase;
  /** Whether rows of organizations are on several servers: the keys of each are then looked up on its own. */
  readonly isDistributed: () => Promise<boolean>;
}

const itemsMax = 256;
const secondFrom = 16;

/**
 * Finds valid API keys. Where many organizations each call a little, every call needs a lookup: those that arrive while one
 * runs are combined into the next.
 */
export class KeyFinder {
  readonly #options: KeyFinderOptions;
  readonly #orgIds: Coalescer<string, string | undefined>;
  readonly #keys: Coalescer<ShownKey, CredentialRow | undefined>;

  constructor(options: KeyFinderOptions) {
    this.#options = options;
    const common = { itemsMax, secondFrom };
    this.#orgIds = new Coalescer({ ...common, run: (_, slugs) => this.#findOrgIds(slugs) });
    this.#keys = new Coalescer({ ...common, run: (orgId, shown) => this.#findKeys(orgId, shown) });
  }

  async find(orgSlug: string, secretHash: Buffer): Promise<CredentialRow | undefined> {
    // Also looked up without an org, so that the time of the response does not reveal which organizations exist.
    const orgId = (await this.#orgIds.add("", orgSlug)) ?? "";
    const isApart = await this.#options.isDistributed();
    return this.#keys.add(isApart ? orgId : "", { orgId, secretHash });
  }

  async #findOrgIds(slugs: readonly string[]) {
    const found = await findOrgIds(this.#options.db, slugs);
    return slugs.map((slug) => ({ value: found.get(slug) }));
  }

  async #findKeys(orgId: string, shown: readonly ShownKey[]) {
    const rows = await findKeys(this.#options.db.ofOrg(orgId), shown);
    const found = new Map(rows.map((row) => [textOf(row.org_id, row.secret_hash), row]));
    return shown.map((key) => ({ value: found.get(textOf(key.orgId, key.secretHash)) }));
  }
}

function textOf(orgId: string, secretHash: Buffer): string {
  return `${orgId} ${secretHash.toString("base64")}`;
}
