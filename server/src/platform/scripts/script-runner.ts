import type { Worker } from "node:worker_threads";
import type { JsonValue } from "../json-value.ts";
import { ScriptError, type ScriptErrorKind } from "./script-error.ts";
import { answerCharactersMax, codeCharactersMax, globalsCharactersMax } from "./script-limits.ts";
import type { ScriptCommand, ScriptEvent, ScriptFailure, ScriptWork } from "./script-messages.ts";
import { ScriptThreads } from "./script-threads.ts";

interface ScriptRunnerOptions {
  /** Scripts that run at the same time. One owner uses at most half of them. Default: 8. */
  readonly scriptsAtOnceMax?: number;
}

const waitingMax = 256;
/** How long an idle thread is kept. */
const idleMs = 60_000;

/**
 * Runs scripts of tenants. Each has a separate engine and memory, in a thread that runs no other at that time; it can
 * access only the language, its input, and its calls. An engine whose script ended with a result is restored, byte for
 * byte, for the next script of the same owner. Every failure is a ScriptError.
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
function prepareWork({ owner, code, globals, calls, callsMax, memoryBytesMax }: ScriptRun): ScriptWork {
  if (code.length > codeCharactersMax) {
    throw new ScriptError("syntax", `The script has more than ${codeCharactersMax} characters.`);
  }
  const globalsJson = JSON.stringify(globals);
  if (globalsJson.length > globalsCharactersMax) {
    throw new ScriptError("memory", `The data for the script has more than ${globalsCharactersMax} characters.`);
  }
  return { owner, code, globalsJson, callNames: Object.keys(calls), callsMax, memoryBytesMax };
}

/** Then its engine is dropped, and nothing of it is left in the thread. In any other case the thread is ended. */
function endedByItself(error: unknown): boolean {
  return error instanceof ScriptError && (error.kind === "thrown" || error.kind === "syntax");
}

interface Outcome {
  readonly resolve: (result: ScriptResult) => void;
  readonly reject: (error: ScriptError) => void;
}

type ErrorDetails = ScriptFailure | { readonly cause: unknown };

// A thread that has not begun by then never will.
const startMsMax = 30_000;

/**
 * Runs a script in a thread, and responds to its calls. The time is measured here and not in the thread: an engine
 * cannot be interrupted everywhere. The caller ends the thread if the script has not ended by itself.
 */
export function followScript(thread: Worker, run: ScriptRun, work: ScriptWork): Promise<ScriptResult> {
  return new Promise((resolve, reject) => {
    new FollowedScript(thread, run, { resolve, reject }).begin(work);
  });
}

class FollowedScript {
  readonly #thread: Worker;
  readonly #run: ScriptRun;
  readonly #outcome: Outcome;
  readonly #logs: string[] = [];
  #deadline: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(thread: Worker, run: ScriptRun, outcome: Outcome) {
    this.#thread = thread;
    this.#run = run;
    this.#outcome = outcome;
  }

  begin(work: ScriptWork): void {
    if (this.#run.signal.aborted) {
      this.#stop();
      return;
    }
    this.#thread.on("message", this.#receive);
    this.#thread.on("error", this.#die);
    this.#thread.on("exit", this.#die);
    this.#run.signal.addEventListener("abort", this.#stop);
    this.#deadline = setTimeout(() => this.#die(new Error("the thread has not started")), startMsMax);
    this.#report({ kind: "begin", work });
  }

  readonly #receive = (event: ScriptEvent): void => {
    switch (event.kind) {
      case "begun":
        clearTimeout(this.#deadline);
        this.#deadline = setTimeout(this.#runOut, this.#run.timeoutMs);
        return;
      case "logged":
        this.#logs.push(event.line);
        return;
      case "called":
        void this.#answer(event.call, event.name, event.argumentsJson);
        return;
      case "ended":
        this.#letGo();
        this.#outcome.resolve({ output: parseJson(event.outputJson), logs: this.#logs });
        return;
      case "failed":
        this.#fail(event.failure.kind, event.failure.message, event.failure);
    }
  };

  readonly #runOut = (): void => {
    const { timeoutMs } = this.#run;
    this.#fail("time", `The script timed out after ${timeoutMs} ms; make it do less, or raise the timeout.`);
  };

  readonly #stop = (): void => this.#fail("aborted", "The script was stopped.");

  readonly #die = (cause: unknown): void =>
    this.#fail("crashed", "The thread of the script ended; if this happens again, contact the operator.", { cause });

  async #answer(call: number, name: string, argumentsJson: string): Promise<void> {
    try {
      const json = await this.#callOutside(name, argumentsJson);
      this.#report({ kind: "answer", call, json });
    } catch (error) {
      this.#report({ kind: "refuse", call, message: error instanceof Error ? error.message : String(error) });
    }
  }

  async #callOutside(name: string, argumentsJson: string): Promise<string | undefined> {
    const call = this.#run.calls[name];
    const args: readonly JsonValue[] = JSON.parse(argumentsJson);
    const json = JSON.stringify(await call?.(args));
    if (json !== undefined && json.length > answerCharactersMax) {
      throw new Error(`The result of ${name} has more than ${answerCharactersMax} characters; request less.`);
    }
    return json;
  }

  #report(command: ScriptCommand): void {
    if (!this.#isOver) {
      this.#thread.postMessage(command);
    }
  }

  #fail(kind: ScriptErrorKind, message: string, details?: ErrorDetails): void {
    this.#letGo();
    this.#outcome.reject(new ScriptError(kind, message, { ...details, logs: this.#logs }));
  }

  #letGo(): void {
    this.#isOver = true;
    clearTimeout(this.#deadline);
    this.#run.signal.removeEventListener("abort", this.#stop);
    this.#thread.off("message", this.#receive);
    this.#thread.off("error", this.#die);
    this.#thread.off("exit", this.#die);
  }
}

function parseJson(json: string | undefined): JsonValue {
  return json === undefined ? undefined : JSON.parse(json);
}

export type ScriptCall = (args: readonly JsonValue[]) => Promise<JsonValue>;

export interface ScriptRun {
  /** Owners share the threads fairly. */
  readonly owner: string;
  /** The body of an async function: it may return a value, and await. */
  readonly code: string;
  /** The globals of the script by name: data, frozen. */
  readonly globals: Readonly<Record<string, JsonValue>>;
  /**
   * What the script may call, by dotted name such as entities.get. The message of a thrown error reaches the script and
   * its author: it must be safe to show there.
   */
  readonly calls: Readonly<Record<string, ScriptCall>>;
  readonly callsMax: number;
  /** For the whole run, including calls; waiting for a thread is not counted. */
  readonly timeoutMs: number;
  readonly memoryBytesMax: number;
  readonly signal: AbortSignal;
}

export interface ScriptResult {
  /** The value that the script returned, as JSON. */
  readonly output: JsonValue;
  /** What it wrote to the console, an entry for each call. */
  readonly logs: readonly string[];
}
