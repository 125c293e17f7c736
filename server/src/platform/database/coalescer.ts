import assert from "node:assert";
import { isAway } from "./unavailable.ts";

/** The result of one item. */
export type Outcome<Result> = { readonly value: Result } | { readonly error: unknown };

interface CoalescerOptions<Item, Result> {
  /**
   * Does the work of a window and returns an outcome for each item, in order. It throws only if nothing of the window
   * was committed, because its items are then run again.
   */
  readonly run: (key: string, items: readonly Item[]) => Promise<readonly Outcome<Result>[]>;
  readonly itemsMax: number;
  /**
   * When this many wait, a second window runs beside the first, so that the database works while their calls are
   * parsed.
   */
  readonly secondFrom: number;
  /** A call that has waited this long no longer waits for the windows that run. Default: it waits for one of them. */
  readonly patienceMs?: number;
}

interface Call<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface Queue<Item, Result> {
  readonly waiting: Call<Item, Result>[];
  running: number;
  isStarting: boolean;
  patience?: NodeJS.Timeout | undefined;
}

const windowsMax = 2;

/**
 * Batches calls into windows, so that many share the cost of one commit: while a window of a key runs, further calls
 * for the key wait and share the next one. An idle key does not wait, and keys do not wait for each other.
 */
export class Coalescer<Item, Result> {
  readonly #options: CoalescerOptions<Item, Result>;
  /** Busy keys only. */
  readonly #queues = new Map<string, Queue<Item, Result>>();

  constructor(options: CoalescerOptions<Item, Result>) {
    assert(options.itemsMax >= 1, "a window takes at least one item");
    this.#options = options;
  }

  add(key: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(key) ?? { waiting: [], running: 0, isStarting: false };
      this.#queues.set(key, queue);
      queue.waiting.push({ item, resolve, reject });
      this.#startSoon(key, queue);
    });
  }

  /** Deferred, so that calls of the same turn share a window. */
  #startSoon(key: string, queue: Queue<Item, Result>): void {
    if (queue.isStarting) {
      return;
    }
    if (!this.#mayStart(queue)) {
      this.#limitWait(key, queue);
      return;
    }
    queue.isStarting = true;
    queueMicrotask(() => {
      queue.isStarting = false;
      void this.#drain(key, queue);
    });
  }

  #limitWait(key: string, queue: Queue<Item, Result>): void {
    const { patienceMs } = this.#options;
    if (patienceMs !== undefined && queue.waiting.length > 0) {
      queue.patience ??= setTimeout(() => void this.#drain(key, queue), patienceMs);
    }
  }

  #mayStart({ waiting, running }: Queue<Item, Result>): boolean {
    return running === 0 ? waiting.length > 0 : running < windowsMax && waiting.length >= this.#options.secondFrom;
  }

  async #drain(key: string, queue: Queue<Item, Result>): Promise<void> {
    clearTimeout(queue.patience);
    queue.patience = undefined;
    if (queue.waiting.length === 0) {
      return;
    }
    queue.running += 1;
    await this.#runWindow(key, queue.waiting.splice(0, this.#options.itemsMax));
    queue.running -= 1;
    this.#startSoon(key, queue);
    if (queue.running === 0 && queue.waiting.length === 0) {
      this.#queues.delete(key);
    }
  }

  /** Never throws: every outcome, success or failure, goes to its call. */
  async #runWindow(key: string, calls: readonly Call<Item, Result>[]): Promise<void> {
    let outcomes: readonly Outcome<Result>[];
    try {
      outcomes = await this.#options.run(
        key,
        calls.map(({ item }) => item),
      );
    } catch (error) {
      if (isAway(error)) {
        // Run alone, one after the other, each would wait for the same server.
        for (const call of calls) call.reject(error);
      } else {
        await this.#runAlone(key, calls, error);
      }
      return;
    }
    for (const [index, call] of calls.entries()) {
      settle(call, outcomes[index]);
    }
  }

  /** When a whole window fails, the failing item is unknown; run alone, each item gets only its own error. */
  async #runAlone(key: string, calls: readonly Call<Item, Result>[], error: unknown): Promise<void> {
    const [first, ...others] = calls;
    if (others.length === 0) {
      first?.reject(error);
      return;
    }
    for (const call of calls) {
      await this.#runWindow(key, [call]);
    }
  }
}

function settle<Item, Result>(call: Call<Item, Result>, outcome: Outcome<Result> | undefined): void {
  if (outcome === undefined) {
    // Not run again: its work may be committed.
    call.reject(new assert.AssertionError({ message: "a window was answered without an outcome for each item" }));
  } else if ("error" in outcome) {
    call.reject(outcome.error);
  } else {
    call.resolve(outcome.value);
  }
}
