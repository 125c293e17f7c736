import { setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { type OrgRoutes, PostgresDatabase } from "../platform/database/database.ts";
import { type ServerAddress, urlOnServer } from "../platform/database/database-url.ts";
import type { DatabaseOptions } from "../platform/database/open-pool.ts";
import { isDistributed } from "./distribution-store.ts";
import {
  findGroups,
  findPlacementVersion,
  listPlanningWorkers,
  readMembership,
  type WorkerRow,
} from "./worker-store.ts";

interface WorkerRouterOptions {
  /** Of the coordinator. Its outages are not those of workers. */
  readonly database: DatabaseOptions;
  /** Addresses for this node, by those that the coordinator has. */
  readonly addresses: ReadonlyMap<string, ServerAddress>;
  /** Called with every failure of a worker. */
  readonly onOutage: (failure: unknown) => void;
}

interface Worker {
  readonly url: string;
  readonly db: PostgresDatabase;
  /** Whether the last look has reached it, and nothing has failed since. */
  isUsable: boolean;
}

// Outdated routes cost time, not correctness: every server sends a statement on to where the rows are.
const lookEveryMs = 2_000;
const askDelayMs = 5;
const orgsMax = 100_000;

/**
 * Sends statements of an organization to the worker that holds it. Everything that is not known goes to the coordinator,
 * which can do all of it: an organization that is asked for the first time, a worker that cannot be reached, a database
 * that is not distributed.
 */
export class WorkerRouter implements OrgRoutes {
  readonly coordinator: PostgresDatabase;
  readonly #options: WorkerRouterOptions;
  readonly #stopping = new AbortController();
  readonly #looking: Promise<void>;
  /** By group. */
  readonly #workers = new Map<number, Worker>();
  #groups = new LRUCache<string, number>({ max: orgsMax });
  #placement = "";
  #asked = new Set<string>();
  #asking: Promise<void> | undefined;
  #lastFailure: unknown;

  constructor(options: WorkerRouterOptions) {
    this.#options = options;
    this.coordinator = new PostgresDatabase({ ...options.database, routes: this });
    this.#looking = this.#keepLooking();
  }

  databaseOf(orgId: string): PostgresDatabase | undefined {
    if (this.#workers.size === 0) {
      return undefined;
    }
    const group = this.#groups.get(orgId);
    if (group === undefined) {
      this.#asked.add(orgId);
      this.#asking ??= this.#ask();
      return undefined;
    }
    const worker = this.#workers.get(group);
    return worker?.isUsable === true ? worker.db : undefined;
  }

  /** Rejects while a worker cannot be used. */
  async requireUsable(): Promise<void> {
    if ([...this.#workers.values()].some(({ isUsable }) => !isUsable)) {
      throw this.#lastFailure;
    }
  }

  /** Closes the connections to the workers, and then those to the coordinator. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#looking;
    await this.#asking;
    await Promise.all([...this.#workers.values()].map(({ db }) => db.close()));
    await this.coordinator.close();
  }

  /** Organizations that are asked for within a few milliseconds are looked up together. */
  async #ask(): Promise<void> {
    await delay(askDelayMs, undefined, { ref: false });
    const [asked, groups] = [[...this.#asked], this.#groups];
    this.#asked = new Set();
    this.#asking = undefined;
    // If it fails, they are asked for again.
    const found = await findGroups(this.coordinator, asked).catch(() => new Map<string, number>());
    for (const [orgId, group] of found) {
      groups.set(orgId, group);
    }
  }

  async #keepLooking(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      // A look that fails changes nothing: the coordinator reports its own outages.
      await this.#look().catch(() => {});
      await delay(lookEveryMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  async #look(): Promise<void> {
    const isRouted = await isDistributed(this.coordinator);
    const rows = isRouted ? await listPlanningWorkers(this.coordinator) : [];
    const placement = isRouted ? await findPlacementVersion(this.coordinator) : "";
    if (placement !== this.#placement) {
      this.#placement = placement;
      this.#groups = new LRUCache({ max: orgsMax });
    }
    await this.#replaceWorkers(new Map(rows.map((row) => [row.groupId, this.#urlOf(row)])));
    await Promise.all([...this.#workers].map(([groupId, worker]) => this.#tryWorker(groupId, worker)));
  }

  #urlOf({ host, port }: WorkerRow): string {
    const { database, addresses } = this.#options;
    return urlOnServer(database.connectionString, addresses.get(`${host}:${port}`) ?? { host, port });
  }

  /** Keeps the connections to workers that have not moved. */
  async #replaceWorkers(urls: ReadonlyMap<number, string>): Promise<void> {
    for (const [groupId, { url, db }] of this.#workers) {
      if (urls.get(groupId) !== url) {
        this.#workers.delete(groupId);
        // Waits for the statements that run on it.
        void db.close();
      }
    }
    for (const [groupId, url] of urls) {
      if (!this.#workers.has(groupId)) {
        this.#workers.set(groupId, this.#openWorker(url));
      }
    }
  }

  #openWorker(url: string): Worker {
    const db = new PostgresDatabase({
      ...this.#options.database,
      connectionString: url,
      // The coordinator knows the timeline.
      prepare: undefined,
      fallback: this.coordinator.pool,
      onOutage: (failure) => this.#fail(worker, failure),
    });
    const worker: Worker = { url, db, isUsable: false };
    return worker;
  }

  #fail(worker: Worker, failure: unknown): void {
    worker.isUsable = false;
    this.#lastFailure = failure;
    this.#options.onOutage(failure);
  }

  /** A worker is used once it has shown that it is the one that the coordinator means. */
  async #tryWorker(groupId: number, worker: Worker): Promise<void> {
    if (worker.isUsable) {
      return;
    }
    // Not on its pool, which may lead to the coordinator.
    const { applicationName } = this.#options.database;
    const session = new PostgresDatabase({ connectionString: worker.url, connectionsMax: 1, applicationName });
    try {
      const [found, known] = [await readMembership(session), await readMembership(this.coordinator)];
      if (found.groupId !== groupId || found.nodes !== known.nodes) {
        throw new Error("the server is not the worker that the coordinator means. Check DATABASE_WORKERS");
      }
      worker.isUsable = true;
    } catch (error) {
      this.#fail(worker, error);
    } finally {
      await session.close();
    }
  }
}
