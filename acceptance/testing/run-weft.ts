import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { weft } from "./node-process.ts";

export interface WeftInput {
  /** In addition to PATH and an empty profile folder; nothing else of the test's own environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Its standard input. Default: empty. */
  readonly input?: string;
  readonly cwd?: string;
  /** The timeout, after which it is killed and the test fails with its output. */
  readonly timeoutMs?: number;
}

export interface WeftRun {
  /** As a shell reports it: 130 for an interrupt. */
  readonly code: number;
  /** Output for programs. */
  readonly stdout: string;
  /** Messages for people. */
  readonly stderr: string;
}

/** Runs the built command until it exits. */
export async function runWeft(args: readonly string[], input: WeftInput = {}): Promise<WeftRun> {
  const running = startWeft(args, input);
  running.endInput();
  return running.ended;
}

export interface RunningWeft {
  readonly pid: number;
  /** So far. */
  stdout(): string;
  /** So far. */
  stderr(): string;
  /** Waits until it has printed this, to either stream. */
  printed(pattern: RegExp): Promise<void>;
  type(text: string): void;
  endInput(): void;
  /** Sends the signal and waits for the end. Does nothing if it has already ended. */
  end(signal: NodeJS.Signals): Promise<WeftRun>;
  readonly ended: Promise<WeftRun>;
}

/** Starts the built command and leaves it running. The caller must end it. Its input stays open. */
export function startWeft(args: readonly string[], { env, input, cwd, timeoutMs }: WeftInput = {}): RunningWeft {
  const child = spawn(process.execPath, [weft, ...args], { env: childEnv(env), ...(cwd === undefined ? {} : { cwd }) });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const reported = () => `weft ${args.join(" ")}\n${stdout()}\n${stderr()}`;
  const ended = endOf(child, timeoutMs, reported).then((code) => ({ code, stdout: stdout(), stderr: stderr() }));
  const isOver = watchEnd(child);
  // Prevents an unhandled rejection: a test that does not await the end sees the failure where it waits.
  ended.catch(() => undefined);
  // The command may exit without reading its input.
  child.stdin.on("error", () => undefined);
  if (input !== undefined) child.stdin.write(input);
  return {
    pid: child.pid ?? 0,
    stdout,
    stderr,
    printed: (pattern) => waitForText(() => stdout() + stderr(), pattern, isOver),
    type: (text) => void child.stdin.write(text),
    endInput: () => void child.stdin.end(),
    async end(signal) {
      if (!isOver()) child.kill(signal);
      return ended;
    },
    ended,
  };
}

export interface TerminalInput extends Omit<WeftInput, "input"> {
  readonly columns?: number;
  /** Inputs in order, each typed once its pattern has appeared. A line ends with \r; \u0003 is Ctrl-C. */
  readonly typed?: readonly { readonly after: RegExp; readonly text: string }[];
}

export interface TerminalRun {
  readonly code: number;
  /** Everything that appeared, with escape sequences and the terminal's echo; lines end with \n. */
  readonly shown: string;
}

/** Runs the built command in a real terminal. */
export async function runInTerminal(args: readonly string[], input: TerminalInput = {}): Promise<TerminalRun> {
  const { env, cwd, timeoutMs, columns = 100, typed = [] } = input;
  const command = [process.execPath, weft, ...args].map(quoted).join(" ");
  const child = spawn("script", ["-qec", `stty cols ${columns} rows 40; exec ${command}`, "/dev/null"], {
    env: { ...childEnv({ TERM: "xterm-256color", ...env }), SHELL: "/bin/sh" },
    ...(cwd === undefined ? {} : { cwd }),
  });
  const raw = collect(child.stdout);
  const shown = () => raw().replaceAll("\r\n", "\n");
  child.stdin.on("error", () => undefined);
  const ended = endOf(child, timeoutMs, () => `weft ${args.join(" ")}\n${shown()}`);
  ended.catch(() => undefined);
  try {
    await typeInTurn(child, shown, typed);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  return { code: await ended, shown: shown() };
}

/** The environment for a command to call the service with its first key. */
export function keyEnv(service: {
  readonly address: string;
  readonly first: { readonly apiKey: string; readonly orgSlug: string };
}): Record<string, string> {
  const { apiKey, orgSlug } = service.first;
  return { WEFT_API_KEY: apiKey, WEFT_ORG: orgSlug, WEFT_BASE_URL: `${service.address}/api` };
}

async function typeInTurn(
  child: ChildProcessWithoutNullStreams,
  shown: () => string,
  typed: NonNullable<TerminalInput["typed"]>,
): Promise<void> {
  const isOver = watchEnd(child);
  let from = 0;
  for (const { after, text } of typed) {
    const fresh = () => shown().slice(from);
    await waitForText(fresh, after, isOver);
    from = shown().length;
    child.stdin.write(text);
  }
}

async function waitForText(text: () => string, pattern: RegExp, isOver: () => boolean): Promise<void> {
  const isThere = () => pattern.test(text());
  await waitUntil("it is printed", () => isThere() || isOver()).catch(() => undefined);
  if (!isThere()) throw new Error(`${pattern} was not printed:\n${text()}`);
}

/** Whether all of its output has been read, which may be after its exit. */
function watchEnd(child: ChildProcess): () => boolean {
  let isOver = false;
  child.once("close", () => {
    isOver = true;
  });
  return () => isOver;
}

function childEnv(env: WeftInput["env"]): Record<string, string> {
  const nobody = join(tmpdir(), `weft-nobody-${process.pid}`);
  return { PATH: process.env["PATH"] ?? "", HOME: nobody, LANG: "C.UTF-8", WEFT_CONFIG_DIR: nobody, ...env };
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.setEncoding("utf8");
  stream.on("data", (piece: string) => {
    text += piece;
  });
  return () => text;
}

/** The exit code, as a shell reports it. */
async function endOf(child: ChildProcess, timeoutMs = 30_000, reported: () => string): Promise<number> {
  const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
  await once(child, "close");
  clearTimeout(timer);
  const { exitCode, signalCode } = child;
  if (signalCode === "SIGKILL") throw new Error(`It did not end, or was killed: ${reported()}`);
  return exitCode ?? 128 + (signalCode === null ? 0 : constants.signals[signalCode]);
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
