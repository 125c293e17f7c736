import { homedir } from "node:os";
import { addAbortSignal } from "node:stream";
import { text } from "node:stream/consumers";
import { ask, type Question } from "./ask.ts";

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
