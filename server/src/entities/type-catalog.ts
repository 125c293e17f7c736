import { openFeed } from "../changes/change-log-store.ts";
import { loadTypeTree } from "../entity-types/load-type-tree.ts";
import type { TypeTree } from "../entity-types/type-tree.ts";
import type { Database } from "../platform/database/database.ts";
import type { WakeUpBus } from "../platform/database/wake-up-bus.ts";

const typesTopic = "types";
const orgsMax = 500;

/**
 * The types of the orgs as this node knows them. Readers take them as they are, at most some milliseconds old; a
 * write that was planned with old ones is noticed when it is recorded, and planned again.
 */
export class TypeCatalog {
  readonly #db: Database;
  readonly #bus: WakeUpBus;
  readonly #trees = new Map<string, Promise<TypeTree>>();

  constructor(db: Database, bus: WakeUpBus) {
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
    const loading = loadTypes(this.#db, orgId);
    this.#trees.set(orgId, loading);
    loading.catch(() => {
      if (this.#trees.get(orgId) === loading) {
        this.#trees.delete(orgId);
      }
    });
    return loading;
  }

  /** The empty id forgets all. */
  forget(orgId: string): void {
    if (orgId === "") {
      this.#trees.clear();
    } else {
      this.#trees.delete(orgId);
    }
  }

  /** After the commit of a change to the types: every node forgets them. */
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

/** The version is read first: types that change meanwhile are newer than it says, so a write with them is refused. */
async function loadTypes(db: Database, orgId: string): Promise<TypeTree> {
  return loadTypeTree(db, orgId, await openFeed(db, orgId));
}
