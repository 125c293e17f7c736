import type { WakeUpBus } from "../database/wake-up-bus.ts";

export interface DrainerOptions {
  readonly bus: WakeUpBus;
  /** On which the key of whoever has new work is published after its commit. */
  readonly topic: string;
  /** Everybody who has work that is due. */
  readonly findDue: () => Promise<readonly string[]>;
  /** Takes up the work of one that is due, as much as fits, and does not wait for its end. */
  readonly drain: (key: string) => Promise<void>;
  /** How often work is looked for that nobody has told of. */
  readonly sweepMs?: number;
  readonly onError: (error: unknown) => void;
}

const sweepMsDefault = 1_000;

/**
 * Takes up work that lies in tables: at once when it is told of, and within a second when the word was lost, the work
 * has just become due, or the node that had it is gone. The tables are the queue; what is taken up is claimed there.
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

  /** Somebody has new work. Told while it is being taken up, it is looked at once more. */
  poke(key: string): void {
    const inProgress = this.#draining.get(key);
    if (inProgress !== undefined) {
      inProgress.again = true;
    } else if (!this.#isStopped) {
      this.#track(this.#drain(key));
    }
  }

  /** Nothing more is taken up. */
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
