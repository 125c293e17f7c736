import { validateJson } from "../../json/storable-json.ts";
import { argumentsCharactersMax, logBytesMax, logLineBytesMax, logLinesMax } from "../script-limits.ts";
import type { ScriptCommand, ScriptEvent, ScriptWork } from "../script-messages.ts";
import { memoryError, type Outside, type Sandbox, SandboxError, shortStorableText, simpleError } from "./sandbox.ts";
import type { SandboxPool } from "./sandbox-pool.ts";

type Answer = Exclude<ScriptCommand, { readonly kind: "begin" }>;

/**
 * One script in this thread. It ends when its function has ended and every call that it made has a response: nothing of
 * it happens afterwards.
 */
export class SandboxedScript {
  readonly #work: ScriptWork;
  readonly #say: (event: ScriptEvent) => void;
  readonly #pool: SandboxPool;
  #sandbox: Sandbox | undefined;
  #calls = 0;
  #argumentsCharacters = 0;
  #unanswered = 0;
  #continuesLater = false;
  #isOver = false;
  #hasReported = false;

  constructor(work: ScriptWork, pool: SandboxPool, say: (event: ScriptEvent) => void) {
    this.#work = work;
    this.#pool = pool;
    this.#say = say;
  }

  async begin(): Promise<void> {
    const logs = new LogLines((line) => this.#say({ kind: "logged", line }));
    try {
      const outside: Outside = { call: (name, json) => this.#call(name, json), log: (line) => logs.add(line) };
      const sandbox = await this.#pool.take(this.#work);
      this.#sandbox = sandbox;
      sandbox.prepare(this.#work, outside);
      this.#say({ kind: "begun" });
      sandbox.start(this.#work.code);
      this.#continue(sandbox);
    } catch (error) {
      this.#fail(error);
    }
  }

  answer(command: Answer): void {
    const sandbox = this.#sandbox;
    if (sandbox === undefined || this.#isOver) {
      return;
    }
    this.#unanswered -= 1;
    this.#attempt(() => {
      if (command.kind === "answer") {
        sandbox.answer(command.call, command.json);
      } else {
        sandbox.refuse(command.call, command.message);
      }
      this.#continue(sandbox);
    });
  }

  #continue(sandbox: Sandbox): void {
    if (this.#continuesLater || this.#isOver) {
      return;
    }
    const hasMore = sandbox.runJobs();
    if (hasMore) {
      this.#continuesLater = true;
      setImmediate(() => {
        this.#continuesLater = false;
        this.#attempt(() => this.#continue(sandbox));
      });
    } else if (this.#unanswered === 0) {
      this.#end(sandbox);
    }
  }

  #end(sandbox: Sandbox): void {
    // The script itself may define the conversion of its output to JSON: calls made there would be too late.
    this.#isOver = true;
    const outputJson = sandbox.readOutput();
    const error = outputJson === undefined ? undefined : validateJson(JSON.parse(outputJson));
    if (error !== undefined) {
      throw simpleError("thrown", `The script's output ${error}.`);
    }
    this.#report({ kind: "ended", outputJson });
    this.#pool.release(this.#work, sandbox);
  }

  #call(name: string, argumentsJson: string): number {
    if (this.#isOver) {
      throw new Error("The script has ended.");
    }
    this.#calls += 1;
    if (this.#calls > this.#work.callsMax) {
      const message = `The script made more than ${this.#work.callsMax} calls; split the work into several tasks.`;
      this.#fail(simpleError("calls", message));
      throw new Error(message);
    }
    this.#checkArguments(name, argumentsJson);
    this.#unanswered += 1;
    this.#say({ kind: "called", call: this.#calls, name, argumentsJson });
    return this.#calls;
  }

  #checkArguments(name: string, json: string): void {
    this.#argumentsCharacters += json.length;
    if (this.#argumentsCharacters > argumentsCharactersMax) {
      throw new Error(`The arguments of a script's calls can have ${argumentsCharactersMax} characters in total.`);
    }
    const values: unknown = JSON.parse(json);
    const error = Array.isArray(values) ? validateJson(values) : "is not a list";
    if (error !== undefined) {
      throw new Error(`The argument of ${name} ${error}.`);
    }
  }

  #attempt(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#isOver = true;
    this.#report({ kind: "failed", failure: this.#failureOf(error).failure });
  }

  #failureOf(error: unknown): SandboxError {
    if (error instanceof SandboxError) {
      return error;
    }
    // An engine may crash when its memory is exhausted.
    return this.#sandbox?.hasRefusedMemory ? memoryError() : simpleError("crashed", `The engine failed: ${error}`);
  }

  /** The end is reported once: the thread may belong to the next script by now. */
  #report(end: ScriptEvent): void {
    if (!this.#hasReported) {
      this.#hasReported = true;
      this.#say(end);
    }
  }
}

const lastLine = "Further lines are omitted: a script can log 1,000 lines and 1 MiB.";

/** Passes lines through up to the limit. */
class LogLines {
  readonly #write: (line: string) => void;
  #lines = 0;
  #bytes = 0;
  #isFull = false;

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  add(text: string): void {
    if (this.#isFull) {
      return;
    }
    const line = shortStorableText(text, logLineBytesMax);
    this.#lines += 1;
    this.#bytes += Buffer.byteLength(line);
    // The last line that fits says that there was more.
    this.#isFull = this.#lines === logLinesMax || this.#bytes + lastLine.length > logBytesMax;
    this.#write(this.#isFull ? lastLine : line);
  }
}
