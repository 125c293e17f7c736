import { openFeed } from "../../changes/change-log-store.ts";
import { loadTypeTree } from "../../entity-types/load-type-tree.ts";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import type { Database, PostgresDatabase } from "../../platform/database/database.ts";
import type { WakeUpBus } from "../../platform/database/wake-up-bus.ts";

const typesTopic = "types";
const orgsMax = 500;

/**
 * The types of the orgs, cached on this node. Readers use them as they are, at most some milliseconds old. A write
 * planned with outdated types is detected when it is recorded, and planned again.
 */
export class TypeCatalog {
  readonly #db: PostgresDatabase;
  readonly #bus: WakeUpBus;
  readonly #trees = new Map<string, Promise<TypeTree>>();

  constructor(db: PostgresDatabase, bus: WakeUpBus) {
    this.#db = db;
    this.#bus = bus;
    bus.subscribe(typesTopic, (orgId) => this.forget(orgId));
  }

  typesOf(orgId: string): Promise<TypeTree> {
    const known = this.#trees.get(orgId);
    if (known !== undefined) {
      return known;
    }
    this.#forgetOldest();
    const loading = loadTypes(this.#db.ofOrg(orgId), orgId);
    this.#trees.set(orgId, loading);
    loading.catch(() => {
      if (this.#trees.get(orgId) === loading) {
        this.#trees.delete(orgId);
      }
    });
    return loading;
  }

  /** The empty id invalidates all orgs. */
  forget(orgId: string): void {
    if (orgId === "") {
      this.#trees.clear();
    } else {
      this.#trees.delete(orgId);
    }
  }

  /** Called after the commit of a change to the types: every node invalidates its cache. */
  announceChange(orgId: string): void {
    this.forget(orgId);
    this.#bus.publish(typesTopic, orgId);
  }

  #forgetOldest(): void {
    const [oldest] = this.#trees.keys();
    if (this.#trees.size >= orgsMax && oldest !== undefined) {
      this.#trees.delete(oldest);
    }
  }
}

/**
 * The version is read first. Types that change meanwhile are then newer than their version, so a write with them is
 * rejected.
 */
async function loadTypes(db: Database, orgId: string): Promise<TypeTree> {
  return loadTypeTree(db, orgId, await openFeed(db, orgId));
}
