import type { Worker } from "node:worker_threads";
import { FairSlots, type FairSlotsOptions, TooManyWaitingError } from "../threads/fair-slots.ts";
import { startThread, threadEntry } from "../threads/work-thread.ts";
import { ScriptError } from "./script-error.ts";
import { threadHeapMb, threadStackMb } from "./script-limits.ts";

const entry = threadEntry("./sandbox/script-thread.ts", import.meta.url);

/** A few threads, each with one script at a time. Owners of scripts share them according to FairSlots. */
export class ScriptThreads {
  readonly #slots: FairSlots;
  readonly #idleMs: number;
  readonly #all = new Set<Worker>();
  /** With the timers that end them. */
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #owners = new Map<Worker, string>();
  /** The owners of their last scripts, whose engine they keep. */
  readonly #lastOwners = new WeakMap<Worker, string>();

  constructor(slots: FairSlotsOptions, idleMs: number) {
    this.#slots = new FairSlots(slots);
    this.#idleMs = idleMs;
  }

  async take(owner: string, signal: AbortSignal): Promise<Worker> {
    await this.#slots.take(owner, signal).catch((error: unknown) => {
      throw validateWaiting(error);
    });
    const thread = this.#takeIdle(owner) ?? this.#start();
    this.#owners.set(thread, owner);
    this.#lastOwners.set(thread, owner);
    thread.ref();
    return thread;
  }

  /** For the next script. An idle thread does not keep the process alive. */
  releaseLease(thread: Worker): void {
    thread.unref();
    if (this.#all.has(thread)) {
      const ending = setTimeout(() => void this.#end(thread), this.#idleMs).unref();
      this.#idle.set(thread, ending);
    }
    this.#release(thread);
  }

  /** For a thread in which something may have been left, or which does not respond. */
  async discard(thread: Worker): Promise<void> {
    await this.#end(thread);
    this.#release(thread);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((thread) => this.#end(thread)));
  }

  #release(thread: Worker): void {
    const owner = this.#owners.get(thread);
    this.#owners.delete(thread);
    if (owner !== undefined) {
      this.#slots.release(owner);
    }
  }

  #takeIdle(owner: string): Worker | undefined {
    const idle = [...this.#idle.keys()];
    const thread = idle.find((one) => this.#lastOwners.get(one) === owner) ?? idle[0];
    if (thread !== undefined) {
      this.#noLongerIdle(thread);
    }
    return thread;
  }

  #noLongerIdle(thread: Worker): void {
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
  }

  #start(): Worker {
    const thread = startThread(entry, {
      // No script can access it, and an empty environment cannot leak by mistake.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: threadHeapMb, stackSizeMb: threadStackMb },
    });
    this.#all.add(thread);
    // The follower of the script is notified as well; an unhandled error would end the process.
    thread.on("error", () => this.#remove(thread));
    thread.on("exit", () => this.#remove(thread));
    return thread;
  }

  #remove(thread: Worker): void {
    this.#all.delete(thread);
    this.#noLongerIdle(thread);
  }

  async #end(thread: Worker): Promise<void> {
    this.#remove(thread);
    await thread.terminate();
  }
}

function validateWaiting(error: unknown): ScriptError {
  return error instanceof TooManyWaitingError
    ? new ScriptError("aborted", "Too many scripts are waiting to run. Start fewer at once.")
    : new ScriptError("aborted", "The script was stopped before it started.");
}
