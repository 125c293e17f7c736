import { LRUCache } from "lru-cache";
import type { Database } from "../platform/database/database.ts";
import { type EventListener, findListeners, type OrgListener } from "./event-listener.ts";

const orgsMax = 500;

interface Known {
  readonly typesVersion: number;
  readonly listeners: Promise<readonly OrgListener[]>;
}

/**
 * The listeners of the orgs, cached on this node. They are cached by the version of the org's types, which is read
 * before them and checked when a write is recorded, so a write with outdated listeners is never committed.
 */
export class ListenerCatalog {
  readonly #db: Database;
  readonly #listeners: readonly EventListener[];
  readonly #known = new LRUCache<string, Known>({ max: orgsMax });

  constructor(db: Database, listeners: readonly EventListener[]) {
    this.#db = db;
    this.#listeners = listeners;
  }

  listenersOf(orgId: string, typesVersion: number): Promise<readonly OrgListener[]> {
    const known = this.#known.get(orgId);
    if (known?.typesVersion === typesVersion) {
      return known.listeners;
    }
    const listeners = findListeners(this.#db, orgId, this.#listeners);
    this.#known.set(orgId, { typesVersion, listeners });
    listeners.catch(() => this.#known.delete(orgId));
    return listeners;
  }

  /** Read within the transaction, which may have changed them. */
  listenersWithin(db: Database, orgId: string): Promise<readonly OrgListener[]> {
    return findListeners(db, orgId, this.#listeners);
  }
}
