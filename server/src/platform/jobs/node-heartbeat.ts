import type { PostgresDatabase, Transaction } from "../database/database.ts";
import { newId } from "../ids.ts";
import { countNodes, type NodeCounts, noteNode, removeNode, removeSilentNodes } from "./node-store.ts";
import { hasOldQueue, unlockOldJobs } from "./old-queue-store.ts";

export interface NodeHeartbeatOptions {
  readonly beatMs?: number;
  /** How long a node may be silent before it counts as dead: several beats. */
  readonly silentSeconds?: number;
  /** The secrets that the node knows, the current one first. */
  readonly secretFingerprints?: readonly string[];
}

export const silentSecondsDefault = 8;

/**
 * Records that this node is alive, and removes silent nodes. Their claims are then released: a node that was only slow
 * may run a job at the same time as another, so jobs must be idempotent.
 */
export class NodeHeartbeat {
  readonly id = newId();
  readonly #db: PostgresDatabase;
  readonly #silentSeconds: number;
  readonly #secretFingerprints: readonly string[] | undefined;
  readonly #timer: NodeJS.Timeout;
  #runsJobs = false;
  #nodes: NodeCounts | undefined;
  #beating: Promise<void>;

  constructor(db: PostgresDatabase, options: NodeHeartbeatOptions = {}) {
    const { beatMs = 2_000, silentSeconds = silentSecondsDefault } = options;
    this.#db = db;
    this.#silentSeconds = silentSeconds;
    this.#secretFingerprints = options.secretFingerprints;
    this.#beating = this.#beat();
    this.#timer = setInterval(() => {
      this.#beating = this.#beat();
    }, beatMs).unref();
  }

  /** The number of live nodes at the last beat, including this one. */
  get nodeCount(): number {
    return Math.max(1, this.#nodes?.all ?? 1);
  }

  /** The nodes of the last beat; undefined before the first. */
  get nodes(): NodeCounts | undefined {
    return this.#nodes;
  }

  /** Resolves after the first beat: other nodes can see this one. */
  async announce(): Promise<void> {
    await this.#beating;
  }

  /** From now on this node runs jobs. Resolves when other nodes can see it. */
  async announceRunner(): Promise<void> {
    this.#runsJobs = true;
    this.#beating = this.#beat();
    await this.#beating;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    await this.#db.transaction((tx) => this.#leave(tx)).catch(() => {});
  }

  async #leave(tx: Transaction): Promise<void> {
    await removeNode(tx, this.id);
    await this.#unlockOldJobs(tx, [this.id]);
  }

  /** An unavailable database means silence, which the next beat ends. */
  async #beat(): Promise<void> {
    try {
      this.#nodes = await this.#db.transaction(async (tx) => {
        await noteNode(tx, this.id, { runsJobs: this.#runsJobs, secretFingerprints: this.#secretFingerprints });
        const silent = await removeSilentNodes(tx, this.#silentSeconds);
        if (silent.length > 0) {
          await this.#unlockOldJobs(tx, silent);
        }
        return countNodes(tx);
      });
    } catch {
      // Callers that need the database report it.
    }
  }

  async #unlockOldJobs(tx: Transaction, names: readonly string[]): Promise<void> {
    if (await hasOldQueue(tx)) {
      await unlockOldJobs(tx, names);
    }
  }
}
