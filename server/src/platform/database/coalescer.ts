import assert from "node:assert";

/** What became of one item. */
export type Outcome<Result> = { readonly value: Result } | { readonly error: unknown };

interface CoalescerOptions<Item, Result> {
  /**
   * Does the work of a window and answers an outcome for each item, in their order. It throws only when nothing of the
   * window was kept, because then its items are run again.
   */
  readonly run: (key: string, items: readonly Item[]) => Promise<readonly Outcome<Result>[]>;
  readonly itemsMax: number;
  /** Items that share one of these names never meet in a window, and run in the order they came. */
  readonly conflictsOf?: (item: Item) => readonly string[];
}

interface Call<Item, Result> {
  readonly item: Item;
  readonly conflicts: readonly string[];
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers calls into windows, so that many share the cost of one commit: while a window of a key runs, what comes for
 * the key waits and goes together into the next. An idle key waits for nobody, and keys do not wait for each other.
 */
export class Coalescer<Item, Result> {
  readonly #options: CoalescerOptions<Item, Result>;
  /** Of busy keys only. */
  readonly #queues = new Map<string, WindowQueue<Call<Item, Result>>>();

  constructor(options: CoalescerOptions<Item, Result>) {
    assert(options.itemsMax >= 1, "a window takes at least one item");
    this.#options = options;
  }

  add(key: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const call = { item, conflicts: this.#options.conflictsOf?.(item) ?? [], resolve, reject };
      const queue = this.#queues.get(key) ?? this.#open(key);
      queue.add(call);
    });
  }

  #open(key: string): WindowQueue<Call<Item, Result>> {
    const queue = new WindowQueue<Call<Item, Result>>(this.#options.itemsMax);
    this.#queues.set(key, queue);
    // Not at once, so that calls of the same turn share the first window.
    queueMicrotask(() => void this.#drain(key, queue));
    return queue;
  }

  async #drain(key: string, queue: WindowQueue<Call<Item, Result>>): Promise<void> {
    for (let calls = queue.take(); calls !== undefined; calls = queue.take()) {
      await this.#runWindow(key, calls);
    }
    this.#queues.delete(key);
  }

  /** Never throws: every outcome, good or bad, goes to the call that it belongs to. */
  async #runWindow(key: string, calls: readonly Call<Item, Result>[]): Promise<void> {
    let outcomes: readonly Outcome<Result>[];
    try {
      outcomes = await this.#options.run(
        key,
        calls.map(({ item }) => item),
      );
    } catch (error) {
      await this.#runAlone(key, calls, error);
      return;
    }
    for (const [index, call] of calls.entries()) {
      settle(call, outcomes[index]);
    }
  }

  /** After a window failed as a whole nobody knows whose fault it was; alone, each has only its own. */
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
    // Not run again: its work may have been kept.
    call.reject(new assert.AssertionError({ message: "a window was answered without an outcome for each item" }));
  } else if ("error" in outcome) {
    call.reject(outcome.error);
  } else {
    call.resolve(outcome.value);
  }
}

/**
 * The windows of one key that wait. An entry's window is settled when it comes, from the last window of each of its
 * names, so that no entry is ever looked at again before its turn.
 */
class WindowQueue<Entry extends { readonly conflicts: readonly string[] }> {
  readonly #itemsMax: number;
  readonly #windows = new Map<number, Entry[]>();
  readonly #lastWindows = new Map<string, number>();
  #next = 0;
  /** All windows before this one are full or gone. */
  #firstOpen = 0;

  constructor(itemsMax: number) {
    this.#itemsMax = itemsMax;
  }

  add(entry: Entry): void {
    let earliest = this.#firstOpen;
    for (const name of entry.conflicts) {
      earliest = Math.max(earliest, (this.#lastWindows.get(name) ?? -1) + 1);
    }
    const number = this.#openFrom(earliest);
    const window = this.#windows.get(number);
    if (window === undefined) {
      this.#windows.set(number, [entry]);
    } else {
      window.push(entry);
    }
    for (const name of entry.conflicts) {
      this.#lastWindows.set(name, number);
    }
    this.#firstOpen = this.#openFrom(this.#firstOpen);
  }

  take(): readonly Entry[] | undefined {
    const number = this.#next;
    const window = this.#windows.get(number);
    if (window === undefined) {
      return undefined;
    }
    this.#next = number + 1;
    this.#firstOpen = Math.max(this.#firstOpen, this.#next);
    this.#windows.delete(number);
    for (const name of window.flatMap(({ conflicts }) => conflicts)) {
      if (this.#lastWindows.get(name) === number) {
        this.#lastWindows.delete(name);
      }
    }
    return window;
  }

  /** Passes full windows only, of which there are few: the entries that wait, divided by what a window holds. */
  #openFrom(number: number): number {
    let open = number;
    while ((this.#windows.get(open)?.length ?? 0) >= this.#itemsMax) {
      open += 1;
    }
    return open;
  }
}
