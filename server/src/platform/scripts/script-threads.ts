import type { Worker } from "node:worker_threads";
import { startThread } from "../threads/start-thread.ts";
import { ScriptFault } from "./script-fault.ts";
import { threadHeapMb, threadStackMb } from "./script-limits.ts";

const entry = new URL(import.meta.url.endsWith(".ts") ? "./script-thread.ts" : "./script-thread.js", import.meta.url);

/** A few threads, of which each has one script at a time. Whoever finds them all taken waits in line. */
export class ScriptThreads {
  readonly #takenMax: number;
  readonly #idleMs: number;
  readonly #all = new Set<Worker>();
  /** With the timers that end them. */
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #line = new Set<() => void>();
  #taken = 0;

  constructor(takenMax: number, idleMs: number) {
    this.#takenMax = takenMax;
    this.#idleMs = idleMs;
  }

  async take(signal: AbortSignal): Promise<Worker> {
    if (signal.aborted) {
      throw stoppedInLine();
    }
    if (this.#taken < this.#takenMax) {
      this.#taken += 1;
    } else {
      await this.#waitInLine(signal);
    }
    const thread = this.#takeIdle() ?? this.#start();
    thread.ref();
    return thread;
  }

  /** For the next script. A thread without work keeps no process alive. */
  giveBack(thread: Worker): void {
    thread.unref();
    if (this.#all.has(thread)) {
      const ending = setTimeout(() => void this.#end(thread), this.#idleMs).unref();
      this.#idle.set(thread, ending);
    }
    this.#admitNext();
  }

  /** For a thread in which something may have been left, or which does not answer. */
  async discard(thread: Worker): Promise<void> {
    await this.#end(thread);
    this.#admitNext();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((thread) => this.#end(thread)));
  }

  #waitInLine(signal: AbortSignal): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#line.delete(admit);
        reject(stoppedInLine());
      };
      const admit = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      this.#line.add(admit);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  /** The place goes from the one to the other, so that nobody comes between. */
  #admitNext(): void {
    const [admit] = this.#line;
    if (admit === undefined) {
      this.#taken -= 1;
    } else {
      this.#line.delete(admit);
      admit();
    }
  }

  #takeIdle(): Worker | undefined {
    const [thread] = this.#idle.keys();
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
      // No script reaches it, and what is not there cannot be reached by any mistake either.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: threadHeapMb, stackSizeMb: threadStackMb },
    });
    this.#all.add(thread);
    // Whoever follows the script hears of it as well; an error that nobody hears would end the process.
    thread.on("error", () => this.#forget(thread));
    thread.on("exit", () => this.#forget(thread));
    return thread;
  }

  #forget(thread: Worker): void {
    this.#all.delete(thread);
    this.#noLongerIdle(thread);
  }

  async #end(thread: Worker): Promise<void> {
    this.#forget(thread);
    await thread.terminate();
  }
}

function stoppedInLine(): ScriptFault {
  return new ScriptFault("aborted", "The script was stopped before it began.");
}
