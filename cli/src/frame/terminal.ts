import { homedir } from "node:os";
import { addAbortSignal } from "node:stream";
import { text } from "node:stream/consumers";
import { ask, type Question } from "./ask.ts";

/** Where the command runs. It is the only place that looks at the process around it. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly homeFolder: string;
  /** Whether a person reads what is printed. */
  readonly isTerminal: boolean;
  /** Whether a person can be asked. */
  readonly isInteractive: boolean;
  readonly hasColors: boolean;
  /** Of a line; endless where nobody looks. */
  columns(): number;
  /** Whether a person watches standard error, on a terminal where a line can be drawn again. */
  readonly isWatched: boolean;
  /** Of a line of what is watched. */
  watchedColumns(): number;
  /** Tells when what is watched has another size; answers what ends that. */
  onResize(listener: () => void): () => void;
  /** Data. */
  out(text: string): void;
  /** Whether all data that was printed has left the program; pipes and files take it at once on most systems. */
  hasLeft(): boolean;
  /** Words about it: progress, notes, faults. */
  err(text: string): void;
  readInput(): Promise<string>;
  /** Only where somebody can be asked. */
  ask(question: Question): Promise<string>;
  /** Data of any kind, taken when the reader has room for it. */
  outBytes(bytes: Uint8Array): Promise<void>;
  /** What is piped in, piece by piece; the signal ends the waiting for more. */
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
