import assert from "node:assert";
import { getRandomValues } from "node:crypto";
import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten-core";
import type { ScriptErrorKind, ScriptPosition } from "../script-error.ts";
import { jobsAtOnceMax, leavingCharactersMax, messageBytesMax, stackLinesMax } from "../script-limits.ts";
import type { ScriptFailure, ScriptWork } from "../script-messages.ts";
import { SandboxMemory, startEngine } from "./engine.ts";
import { sandboxPrelude } from "./sandbox-prelude.ts";

/** What a script can access of the outside, as text. Errors that these functions throw are thrown inside. */
export interface Outside {
  /** Returns the number that identifies the response to the call. */
  readonly call: (name: string, argumentsJson: string) => number;
  readonly log: (line: string) => void;
}

/**
 * A separate engine, in which one script runs at a time. Only text goes in and out, and all that is known of a value
 * inside is its kind. Only large or numerous handles are disposed of: the engine is restored or dropped with its
 * memory, in any state.
 */
export class Sandbox {
  readonly #memory: SandboxMemory;
  readonly #context: QuickJSContext;
  readonly #makeInside: (...values: QuickJSHandle[]) => ReturnType<QuickJSContext["callFunction"]>;
  #outside: Outside | undefined;
  #inside: QuickJSHandle | undefined;
  #promise: QuickJSHandle | undefined;

  /** With everything that no script has influenced yet, kept for restore. */
  static async open(engine: WebAssembly.Module, memoryBytesMax: number): Promise<Sandbox> {
    const memory = new SandboxMemory(memoryBytesMax);
    const sandbox = new Sandbox(memory, await startEngine(engine, memory));
    memory.takeSnapshot();
    return sandbox;
  }

  private constructor(memory: SandboxMemory, context: QuickJSContext) {
    this.#memory = memory;
    this.#context = context;
    // Their handles are never disposed of, so that no script can make the engine forget the functions.
    const call = context.newFunction("hostCall", (name, json) =>
      context.newNumber(this.#requireOutside().call(this.#textOf(name), this.#textOf(json))),
    );
    const log = context.newFunction("hostLog", (json) =>
      this.#requireOutside().log(String(JSON.parse(this.#textOf(json)))),
    );
    const prelude = context.evalCode(sandboxPrelude, "prelude", { type: "global" }).unwrap();
    this.#makeInside = (...values) => context.callFunction(prelude, context.undefined, call, log, ...values);
  }

  /** Gives the script its globals and calls. */
  prepare({ callNames, globalsJson }: ScriptWork, outside: Outside): void {
    this.#outside = outside;
    const names = this.#handIn(JSON.stringify(callNames));
    const globals = this.#handIn(globalsJson);
    const seeds = this.#handIn(JSON.stringify([...getRandomValues(new Uint32Array(4))]));
    const made = this.#makeInside(names, globals, seeds);
    if (this.hasRefusedMemory) {
      throw memoryError();
    }
    this.#inside = made.unwrap();
  }

  /**
   * Returns to the state before the first script, so that the next one finds nothing of any other. Only after a script
   * that ended with a result: any other may have left the engine in the middle of something. Returns false if the
   * sandbox must be dropped.
   */
  restore(): boolean {
    this.#outside = undefined;
    this.#inside = undefined;
    this.#promise = undefined;
    return this.#memory.restore();
  }

  get hasRefusedMemory(): boolean {
    return this.#memory.refusals > 0;
  }

  start(code: string): void {
    // The code has its own lines, so that nothing precedes it, and a comment at its end is terminated.
    const wrapped = `(async () => {\n${code}\n})`;
    const script = this.#context.evalCode(wrapped, scriptName, { type: "global", strict: true });
    this.#promise = this.#need(this.#context.callFunction(this.#need(script, "syntax"), this.#context.undefined));
  }

  answer(call: number, json: string | undefined): void {
    this.#settle("answer", call, json === undefined ? this.#context.undefined : this.#handIn(json));
  }

  refuse(call: number, message: string): void {
    this.#settle("refuse", call, this.#handIn(message));
  }

  #settle(verb: "answer" | "refuse", call: number, text: QuickJSHandle): void {
    this.#need(this.#callInside(verb, this.#context.newNumber(call), text));
    text.dispose();
  }

  /** Runs the pending jobs of the script, for a while. Returns whether there are more. */
  runJobs(): boolean {
    const ran = this.#context.runtime.executePendingJobs(jobsAtOnceMax);
    if (ran.error !== undefined) {
      throw this.#failureOf(ran.error);
    }
    return this.#context.runtime.hasPendingJob();
  }

  /** The script's output as JSON. Throws its failure, also if it can never end. */
  readOutput(): string | undefined {
    const state = this.#context.getPromiseState(this.#promise ?? this.#context.undefined);
    switch (state.type) {
      case "pending":
        throw simpleError("thrown", "The script waits for a promise that can never settle.");
      case "rejected":
        throw this.#failureOf(state.error);
      case "fulfilled": {
        const output = this.#need(this.#callInside("outputOf", state.value));
        return this.#context.typeof(output) === "undefined" ? undefined : this.#outputOf(output);
      }
    }
  }

  #outputOf(json: QuickJSHandle): string {
    if (this.#lengthOf(json) > leavingCharactersMax) {
      throw simpleError("thrown", `The script's output has more than ${leavingCharactersMax} characters as JSON.`);
    }
    return this.#textOf(json);
  }

  #callInside(name: string, ...values: QuickJSHandle[]) {
    assert(this.#inside !== undefined, "a sandbox without a script");
    return this.#context.callFunction(this.#context.getProp(this.#inside, name), this.#context.undefined, ...values);
  }

  #requireOutside(): Outside {
    assert(this.#outside !== undefined, "a sandbox without a script");
    return this.#outside;
  }

  /** If there is no room for the text, the library overwrites other memory: that engine must not continue. */
  #handIn(text: string): QuickJSHandle {
    const { refusals } = this.#memory;
    const handle = this.#context.newString(text);
    if (this.#memory.refusals > refusals) {
      throw memoryError();
    }
    return handle;
  }

  /** A longer text is not even copied: one that fills the thread's heap can end the whole process. */
  #textOf(handle: QuickJSHandle): string {
    if (this.#lengthOf(handle) > leavingCharactersMax) {
      throw new Error(`A script cannot pass more than ${leavingCharactersMax} characters at once.`);
    }
    return this.#context.getString(handle);
  }

  #lengthOf(text: QuickJSHandle): number {
    return this.#context.getProp(text, "length").consume((length) => this.#context.getNumber(length));
  }

  #need(result: ReturnType<QuickJSContext["callFunction"]>, kind: ScriptErrorKind = "thrown"): QuickJSHandle {
    if (result.error !== undefined) {
      throw this.#failureOf(result.error, kind);
    }
    return result.value;
  }

  #failureOf(error: QuickJSHandle, kind: ScriptErrorKind = "thrown"): SandboxError {
    const described = this.#callInside("describe", error);
    if (described.error !== undefined || this.#context.typeof(described.value) !== "string") {
      return this.hasRefusedMemory ? memoryError() : simpleError("thrown", unprintableValue);
    }
    const [name, message, stack] = readTexts(this.#textOf(described.value));
    // Without any memory left, the engine throws null.
    const saysMemory = (name === "InternalError" && message === "out of memory") || message === "null";
    if (this.hasRefusedMemory && saysMemory) {
      return memoryError();
    }
    const text = name === "" || name === "Error" ? message : `${name}: ${message}`;
    const places = placesInScript(stack);
    const [position] = kind === "syntax" ? places : [];
    return new SandboxError({
      kind,
      message: shortStorableText(text, messageBytesMax),
      scriptStack: position === undefined ? asStack(places) : [],
      ...(position === undefined ? {} : { position: { line: position.line, column: position.column } }),
    });
  }
}

const unprintableValue = "The script threw a value that cannot be shown.";

function readTexts(json: string): readonly [name: string, message: string, stack: string] {
  const texts: unknown = JSON.parse(json);
  const [name, message, stack] = Array.isArray(texts) ? texts.map(String) : [];
  return [name ?? "", message ?? unprintableValue, stack ?? ""];
}

/** The script has failed inside its sandbox, which must not be used any more. */
export class SandboxError extends Error {
  readonly failure: ScriptFailure;

  constructor(failure: ScriptFailure) {
    super(failure.message);
    this.name = "SandboxError";
    this.failure = failure;
  }
}

export function simpleError(kind: ScriptErrorKind, message: string): SandboxError {
  return new SandboxError({ kind, message, scriptStack: [] });
}

export function memoryError(): SandboxError {
  return simpleError("memory", "The script ran out of memory; process less data at a time.");
}

/** The name of the code in the engine's stack traces. */
const scriptName = "script";

interface ScriptPlace extends ScriptPosition {
  readonly functionName: string;
}

const linesBeforeCode = 1;
const placeInScript = /^ *at (?:(.*) \()?script:(\d+):(\d+)\)?$/;

/** The frames of an engine's stack that are in the script, with lines as its author counts them. */
function placesInScript(stack: string): ScriptPlace[] {
  return stack.split("\n").flatMap((frame) => {
    const [, functionName = "", line, column] = placeInScript.exec(frame) ?? [];
    return line === undefined ? [] : [{ functionName, line: Number(line) - linesBeforeCode, column: Number(column) }];
  });
}

function asStack(places: readonly ScriptPlace[]): string[] {
  return places
    .slice(0, stackLinesMax)
    .map(({ functionName, line, column }) =>
      shortStorableText(`at ${functionName} (${line}:${column})`, messageBytesMax),
    );
}

const cutMark = " … (cut)";

/** A script's text in storable form: without NUL and lone surrogates, and cut between two characters. */
export function shortStorableText(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text.replaceAll("\0", "\ufffd"));
  if (bytes.length <= bytesMax) {
    return bytes.toString();
  }
  const kept = bytes.subarray(0, bytesMax - Buffer.byteLength(cutMark));
  // Decoded as part of a stream: a character split by the cut is held back.
  return `${new TextDecoder().decode(kept, { stream: true })}${cutMark}`;
}
