import { unavailable } from "../errors.ts";
import type { FairSlots } from "../threads/fair-slots.ts";
import type { ByteQuota } from "./byte-quota.ts";

export interface BudgetOptions {
  /** The largest page; a single row is admitted at any size. */
  readonly bytesMax: number;
  readonly quota: ByteQuota;
  /** The tenant that is charged for the bytes. */
  readonly tenant: string;
  /**
   * Shares the connections between tenants. Default: reads need no turn, because their connection is already shared.
   */
  readonly turns?: FairSlots;
  /** Aborted when no client waits for the response. */
  readonly ended?: AbortSignal;
}

/** Whether another row may be kept: "full" ends the page, "wait" means that other responses hold the memory. */
export type Verdict = "fits" | "full" | "wait";

// Most responses are smaller than this, and are not charged to the quota.
const freeBytes = 262_144;
// The share of the quota grows by this much at a time, so that it is not requested for each row.
const stepBytes = 1_048_576;

const never = new AbortController().signal;

/**
 * The bytes that one call may read and return. Passed down to everything that reads rows. Exceeding the budget ends the
 * page early. Must be closed after the response is sent.
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

  /** For a response that is sent in parts: no part needs as much as a whole page. */
  limitTo(bytesMax: number): this {
    this.#bytesMax = Math.min(this.#bytesMax, bytesMax);
    return this;
  }

  /** Counts bytes that are read or will be returned. Only bytes that fit are counted. */
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
   * Reads, and reads again from the start if memory was short: the rows are dropped before the call waits, so that
   * waiting calls hold neither memory nor a connection.
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

  /** Reads when it is the tenant's turn: no tenant can occupy all connections with slow statements. */
  async inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
    const { turns, tenant, ended = never } = this.#options;
    if (turns === undefined || this.#isInTurn) {
      return read();
    }
    await turns.take(tenant, ended).catch((cause: unknown) => {
      throw unavailable("The request was aborted while it waited for memory.", { cause });
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

  /** Discards what was counted since, because it was dropped or sent. */
  rewind(spent: number): void {
    this.#spent = spent;
  }

  /** The response was sent, or no client waits for it. */
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
    // A single row may exceed the budget: it is admitted and charged as the budget's maximum.
    if (more > 0 && !this.#options.quota.tryTake(this.#options.tenant, more)) {
      return false;
    }
    this.#held += Math.max(0, more);
    return true;
  }
}

/** Thrown by readers when a budget returns "wait". */
export class MemoryShortError extends Error {
  constructor() {
    super("other responses use the memory for large responses");
    this.name = "MemoryShortError";
  }
}
