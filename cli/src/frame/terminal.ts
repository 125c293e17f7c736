import { homedir } from "node:os";
import { addAbortSignal } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReadStream, WriteStream } from "node:tty";

/** The environment of the command. This is the only place that accesses the process. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly homeFolder: string;
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Whether prompts are possible. */
  readonly isInteractive: boolean;
  readonly hasColors: boolean;
  /** Columns; infinite if standard output is not a terminal. */
  columns(): number;
  /** Whether standard error is a terminal on which a line can be redrawn. */
  readonly isWatched: boolean;
  /** Columns of standard error. */
  watchedColumns(): number;
  /** Calls back when the size of standard error changes; returns a function that stops this. */
  onResize(listener: () => void): () => void;
  /** Data. */
  out(text: string): void;
  /** Whether all printed data is flushed; pipes and files are synchronous on most systems. */
  hasLeft(): boolean;
  /** Messages: progress, notes, errors. */
  err(text: string): void;
  readInput(): Promise<string>;
  /** Only if prompts are possible. */
  ask(question: Question): Promise<string>;
  /** Data of any kind; resolves when the reader has room. */
  outBytes(bytes: Uint8Array): Promise<void>;
  /** Standard input in chunks; the signal stops waiting for more. */
  inputBytes(signal?: AbortSignal): AsyncIterable<Uint8Array>;
}

export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env, platform } = process;
  return {
    env,
    platform,
    homeFolder: homedir(),
    isTerminal: stdout.isTTY === true,
    isInteractive: stdin.isTTY === true && stderr.isTTY === true,
    hasColors: stdout.isTTY === true && stderr.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb",
    columns: () => (stdout.isTTY === true ? stdout.columns || 80 : Number.POSITIVE_INFINITY),
    isWatched: stderr.isTTY === true && env["TERM"] !== "dumb",
    watchedColumns: () => stderr.columns || 80,
    onResize: (listener) => {
      stderr.on("resize", listener);
      return () => void stderr.off("resize", listener);
    },
    out: (line) => void stdout.write(line),
    hasLeft: () => stdout.writableLength === 0 && stdout.errored === null,
    err: (line) => void stderr.write(line),
    readInput: () => text(stdin),
    ask: (question) => ask(stdin, stderr, question),
    outBytes: (bytes) => new Promise((resolve) => void stdout.write(bytes, () => resolve())),
    inputBytes: (signal) => (signal === undefined ? stdin : addAbortSignal(signal, stdin)),
  };
}

interface Question {
  readonly text: string;
  /** Without echo. */
  readonly isSecret?: boolean;
  readonly signal: AbortSignal;
}

/** Prompts for a line. */
async function ask(input: ReadStream, output: WriteStream, question: Question): Promise<string> {
  const { text, isSecret = false, signal } = question;
  signal.throwIfAborted();
  // Set before the prompt is shown: the first character of a quick answer must not be echoed.
  if (isSecret) input.setRawMode(true);
  output.write(`${text} `);
  try {
    return await readLine(input, signal);
  } finally {
    if (isSecret) {
      input.setRawMode(false);
      output.write("\n");
    }
    input.pause();
  }
}

function readLine(input: ReadStream, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let typed: TypedLine = { kind: "open", line: "" };
    const read = (piece: string) => {
      typed = typeOn(typed.line, piece);
      if (typed.kind === "given-up") stop();
      if (typed.kind !== "ended") return;
      release();
      // Input pasted after the line answers the next prompt.
      if (typed.rest !== "") input.unshift(typed.rest, "utf8");
      resolve(typed.line);
    };
    const stop = () => {
      release();
      reject(new DOMException("Interrupted.", "AbortError"));
    };
    const release = () => {
      input.off("data", read).off("end", stop);
      signal.removeEventListener("abort", stop);
    };
    // It was paused after the previous prompt, and does not resume by itself.
    input.setEncoding("utf8").on("data", read).once("end", stop).resume();
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** A line being typed. More input may follow a complete one. */
type TypedLine =
  | { readonly kind: "open" | "given-up"; readonly line: string }
  | { readonly kind: "ended"; readonly line: string; readonly rest: string };

/** Continues a line. Without echo we do the editing: backspace, Ctrl-U, Ctrl-C and Ctrl-D. */
export function typeOn(before: string, piece: string): TypedLine {
  const characters = [...piece];
  let line = [...before];
  for (const [index, character] of characters.entries()) {
    switch (character) {
      case "\r":
      case "\n":
        return { kind: "ended", line: line.join(""), rest: characters.slice(index + 1).join("") };
      case "\u0003":
      case "\u0004":
        return { kind: "given-up", line: "" };
      case "\u0015":
        line = [];
        break;
      case "\b":
      case "\u007f":
        line.pop();
        break;
      default:
        line.push(character);
    }
  }
  return { kind: "open", line: line.join("") };
}
