import type { WakeUpBus } from "../database/wake-up-bus.ts";

export interface DrainerOptions {
  readonly bus: WakeUpBus;
  /** The key of new work is published on it after its commit. */
  readonly topic: string;
  /** The keys that have due work. */
  readonly findDue: () => Promise<readonly string[]>;
  /** Starts the due work of one key, as much as fits, and does not wait for its end. */
  readonly drain: (key: string) => Promise<void>;
  /** The interval of sweeps for unannounced work. */
  readonly sweepMs?: number;
  readonly onError: (error: unknown) => void;
}

const sweepMsDefault = 1_000;

/**
 * Starts work that is stored in tables: at once when it is announced, and within a second if the message was lost, the
 * work has just become due, or its node is gone. The tables are the queue, and work is claimed there.
 */
export class Drainer {
  readonly #options: DrainerOptions;
  readonly #draining = new Map<string, { again: boolean }>();
  readonly #running = new Set<Promise<void>>();
  readonly #unsubscribe: () => void;
  readonly #timer: NodeJS.Timeout;
  #isSweeping = false;
  #isStopped = false;

  constructor(options: DrainerOptions) {
    const { bus, topic, sweepMs = sweepMsDefault } = options;
    this.#options = options;
    this.#unsubscribe = bus.subscribe(topic, (key) => (key === "" ? this.#sweep() : this.poke(key)));
    this.#timer = setInterval(() => this.#sweep(), sweepMs).unref();
    this.#sweep();
  }

  /** A key has new work. If its work is being started already, it is checked once more. */
  poke(key: string): void {
    const inProgress = this.#draining.get(key);
    if (inProgress !== undefined) {
      inProgress.again = true;
    } else if (!this.#isStopped) {
      this.#track(this.#drain(key));
    }
  }

  /** Starts no more work. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribe();
    clearInterval(this.#timer);
    await Promise.all(this.#running);
  }

  async #drain(key: string): Promise<void> {
    const state = { again: true };
    this.#draining.set(key, state);
    while (state.again && !this.#isStopped) {
      state.again = false;
      await this.#options.drain(key).catch(this.#options.onError);
    }
    this.#draining.delete(key);
  }

  #sweep(): void {
    if (!this.#isSweeping && !this.#isStopped) {
      this.#isSweeping = true;
      this.#track(this.#pokeDue());
    }
  }

  async #pokeDue(): Promise<void> {
    try {
      for (const key of await this.#options.findDue()) {
        this.poke(key);
      }
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#isSweeping = false;
    }
  }

  #track(work: Promise<void>): void {
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
  }
}
