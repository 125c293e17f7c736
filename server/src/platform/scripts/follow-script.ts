import type { Worker } from "node:worker_threads";
import type { JsonValue } from "../json-value.ts";
import { ScriptError, type ScriptErrorKind } from "./script-error.ts";
import { answerCharactersMax } from "./script-limits.ts";
import type { ScriptCommand, ScriptEvent, ScriptFailure, ScriptWork } from "./script-messages.ts";
import type { ScriptResult, ScriptRun } from "./script-run.ts";

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
