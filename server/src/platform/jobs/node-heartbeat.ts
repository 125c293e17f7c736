import type { PostgresDatabase, Transaction } from "../database/database.ts";
import { newId } from "../ids.ts";
import { countNodes, noteNode, removeNode, removeSilentNodes, unlockJobs } from "./node-store.ts";

export interface NodeHeartbeatOptions {
  readonly beatMs?: number;
  /** How long a node may be silent before it is taken for dead: several beats. */
  readonly silentSeconds?: number;
}

/**
 * Says that this node is alive, and frees the jobs of nodes that have fallen silent. A node that was only slow may
 * then meet another at its job, so jobs must bear being run twice.
 */
export class NodeHeartbeat {
  readonly id = newId();
  readonly #db: PostgresDatabase;
  readonly #silentSeconds: number;
  readonly #timer: NodeJS.Timeout;
  #workerPoolId: string | undefined;
  #nodeCount = 1;
  #beating: Promise<void>;

  constructor(db: PostgresDatabase, { beatMs = 2_000, silentSeconds = 8 }: NodeHeartbeatOptions = {}) {
    this.#db = db;
    this.#silentSeconds = silentSeconds;
    this.#beating = this.#beat();
    this.#timer = setInterval(() => {
      this.#beating = this.#beat();
    }, beatMs).unref();
  }

  /** The nodes that were alive a moment ago, this one included. */
  get nodeCount(): number {
    return this.#nodeCount;
  }

  /** From now on this node holds jobs by the name. Answered when others could free them. */
  async holdJobsAs(workerPoolId: string): Promise<void> {
    this.#workerPoolId = workerPoolId;
    this.#beating = this.#beat();
    await this.#beating;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    await this.#db.transaction((tx) => this.#leave(tx)).catch(() => {});
  }

  /** Jobs that could not be handed back are freed here: nobody will look for a node that has left. */
  async #leave(tx: Transaction): Promise<void> {
    await removeNode(tx, this.id);
    if (this.#workerPoolId !== undefined) {
      await unlockJobs(tx, [this.#workerPoolId]);
    }
  }

  /** A database that is away is silence, which the next beat ends. */
  async #beat(): Promise<void> {
    try {
      this.#nodeCount = await this.#db.transaction(async (tx) => {
        await noteNode(tx, this.id, this.#workerPoolId);
        const silent = await removeSilentNodes(tx, this.#silentSeconds);
        if (silent.length > 0) {
          await unlockJobs(tx, silent);
        }
        return Math.max(1, await countNodes(tx));
      });
    } catch {
      // Whoever needs the database now says so.
    }
  }
}
