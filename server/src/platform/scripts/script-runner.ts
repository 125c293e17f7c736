import { followScript } from "./follow-script.ts";
import { ScriptError } from "./script-error.ts";
import { codeCharactersMax, globalsCharactersMax } from "./script-limits.ts";
import type { ScriptWork } from "./script-messages.ts";
import type { ScriptResult, ScriptRun } from "./script-run.ts";
import { ScriptThreads } from "./script-threads.ts";

export interface ScriptRunnerOptions {
  /** Scripts that run at the same time. One owner uses at most half of them. Default: 8. */
  readonly scriptsAtOnceMax?: number;
}

const waitingMax = 256;
/** How long an idle thread is kept. */
const idleMs = 60_000;

/**
 * Runs scripts of tenants. Each has a separate engine and memory, in a thread that runs no other at that time; it can
 * access only the language, its input, and its calls. Every failure is a ScriptError.
 */
export class ScriptRunner {
  readonly #threads: ScriptThreads;
  readonly #running = new Set<AbortController>();
  #isClosed = false;

  constructor({ scriptsAtOnceMax = 8 }: ScriptRunnerOptions = {}) {
    this.#threads = new ScriptThreads({ slots: scriptsAtOnceMax, waitingMax }, idleMs);
  }

  async run(run: ScriptRun): Promise<ScriptResult> {
    const work = prepareWork(run);
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    this.#running.add(stopping);
    run.signal.addEventListener("abort", stop);
    if (this.#isClosed || run.signal.aborted) {
      stop();
    }
    try {
      return await this.#runInThread({ ...run, signal: stopping.signal }, work);
    } finally {
      run.signal.removeEventListener("abort", stop);
      this.#running.delete(stopping);
    }
  }

  /** Stops running and waiting scripts, and rejects new ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const stopping of this.#running) {
      stopping.abort();
    }
    await this.#threads.close();
  }

  async #runInThread(run: ScriptRun, work: ScriptWork): Promise<ScriptResult> {
    const thread = await this.#threads.take(run.owner, run.signal);
    try {
      const result = await followScript(thread, run, work);
      this.#threads.releaseLease(thread);
      return result;
    } catch (error) {
      await (endedByItself(error) ? this.#threads.releaseLease(thread) : this.#threads.discard(thread));
      throw error;
    }
  }
}

/** The code is not parsed here: that would block the node, and a definition was checked when saved. */
function prepareWork({ code, globals, calls, callsMax, memoryBytesMax }: ScriptRun): ScriptWork {
  if (code.length > codeCharactersMax) {
    throw new ScriptError("syntax", `The script has more than ${codeCharactersMax} characters.`);
  }
  const globalsJson = JSON.stringify(globals);
  if (globalsJson.length > globalsCharactersMax) {
    throw new ScriptError("memory", `The data for the script has more than ${globalsCharactersMax} characters.`);
  }
  return { code, globalsJson, callNames: Object.keys(calls), callsMax, memoryBytesMax };
}

/** Then nothing of it is left in the thread: its engine is dropped. In any other case the thread is ended. */
function endedByItself(error: unknown): boolean {
  return error instanceof ScriptError && (error.kind === "thrown" || error.kind === "syntax");
}
