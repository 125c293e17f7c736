import { Problem } from "../problem.ts";
import type { FairSlots } from "../threads/fair-slots.ts";
import type { ByteQuota } from "./byte-quota.ts";

export interface BudgetOptions {
  /** The largest page; one row is admitted whatever its size. */
  readonly bytesMax: number;
  readonly quota: ByteQuota;
  /** In whose name the bytes are held. */
  readonly tenant: string;
  /** Shares the connections between tenants. Left out, reads need no turn: their connection is shared already. */
  readonly turns?: FairSlots;
  /** Aborted when nobody waits for the answer. */
  readonly ended?: AbortSignal;
}

/** Whether another row may be kept: "full" ends the page, "wait" means that other answers hold the memory. */
export type Verdict = "fits" | "full" | "wait";

// Most answers are smaller than this, and take no part in the quota.
const freeBytes = 262_144;
// The share of the quota grows by this much at a time, so that it is not asked for each row.
const stepBytes = 1_048_576;

const never = new AbortController().signal;

/**
 * The bytes that one call may read and answer. It is passed down to whatever reads rows. What is over the budget ends
 * the page early; it must be closed when the answer was sent.
 */
export class Budget {
  readonly #options: BudgetOptions;
  #bytesMax: number;
  #spent = 0;
  #held = 0;
  #isClosed = false;
  #isInTurn = false;

  constructor(options: BudgetOptions) {
    this.#options = options;
    this.#bytesMax = Math.min(options.bytesMax, options.quota.bytesMaxOfTenant);
  }

  get bytesMax(): number {
    return this.#bytesMax;
  }

  /** For an answer that is sent part by part: no part needs as much as a whole page. */
  limitTo(bytesMax: number): this {
    this.#bytesMax = Math.min(this.#bytesMax, bytesMax);
    return this;
  }

  /** Counts bytes that are read or will be answered. Only what fits is counted. */
  spend(bytes: number): Verdict {
    const spent = this.#spent + bytes;
    if (spent > this.#bytesMax && this.#spent > 0) {
      return "full";
    }
    if (spent > freeBytes && spent > this.#held && !this.#holdMore(spent)) {
      return "wait";
    }
    this.#spent = spent;
    return "fits";
  }

  /**
   * Reads, and reads again from the start when memory was short: what was read is dropped before the call waits, so that
   * those who wait hold neither memory nor a connection.
   */
  async read<Result>(read: () => Promise<Result>): Promise<Result> {
    const before = this.#spent;
    try {
      return await this.inTurn(read);
    } catch (error) {
      if (!(error instanceof MemoryShortError)) {
        throw error;
      }
    }
    this.#release();
    await this.#options.quota.take(this.#options.tenant, this.#bytesMax, this.#options.ended);
    this.#held = this.#bytesMax;
    this.#spent = before;
    if (this.#isClosed) {
      this.#release();
    }
    return this.inTurn(read);
  }

  /** Reads when it is the tenant's turn: no tenant takes all connections with slow statements. */
  async inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
    const { turns, tenant, ended = never } = this.#options;
    if (turns === undefined || this.#isInTurn) {
      return read();
    }
    await turns.take(tenant, ended).catch((cause: unknown) => {
      throw new Problem("unavailable", "The request was aborted while it waited for memory.", { cause });
    });
    this.#isInTurn = true;
    try {
      return await read();
    } finally {
      this.#isInTurn = false;
      turns.release(tenant);
    }
  }

  get spent(): number {
    return this.#spent;
  }

  /** Forgets what was counted since, because it was dropped or sent. */
  rewind(spent: number): void {
    this.#spent = spent;
  }

  /** The answer was sent, or nobody waits for it. */
  close(): void {
    this.#isClosed = true;
    this.#release();
  }

  #release(): void {
    if (this.#held > 0) {
      this.#options.quota.give(this.#options.tenant, this.#held);
      this.#held = 0;
    }
  }

  #holdMore(bytes: number): boolean {
    if (this.#isClosed) {
      return true;
    }
    const more = Math.min(Math.ceil(bytes / stepBytes) * stepBytes, this.#bytesMax) - this.#held;
    // A single row may be larger than the budget: it is admitted with what the budget may hold.
    if (more > 0 && !this.#options.quota.tryTake(this.#options.tenant, more)) {
      return false;
    }
    this.#held += Math.max(0, more);
    return true;
  }
}

/** Thrown by readers when a budget says "wait". */
export class MemoryShortError extends Error {
  constructor() {
    super("other responses use the memory for large responses");
    this.name = "MemoryShortError";
  }
}
