import { execFileSync } from "node:child_process";
import { renameSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";
import { type SerializedError, ThreadError } from "./thread-error.ts";

interface WorkThreadOptions<Notice = never> {
  /** The module that the thread runs; it uses handleWork. */
  readonly entry: URL;
  readonly data: unknown;
  readonly memoryMbMax: number;
  /** How long a thread may be silent before it is ended, in seconds of CPU time. Default: 10. */
  readonly silenceSecondsMax?: number;
  /** Called with what the thread reports beside the results of its work. */
  readonly onNotice?: (notice: Notice) => void;
}

/** A message of a thread: the result of a piece of work, a sign that it is alive, or a notice. */
export type ThreadMessage<Answer, Notice = never> =
  | { readonly kind: "alive" }
  | { readonly kind: "notice"; readonly notice: Notice }
  | { readonly kind: "done"; readonly number: number; readonly answer: Answer }
  | { readonly kind: "failed"; readonly number: number; readonly error: SerializedError };

export type ThreadCommand<Work> =
  | { readonly kind: "begin"; readonly number: number; readonly work: Work }
  | { readonly kind: "stop"; readonly number: number };

interface Pending<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

const idleMs = 60_000;
// Only a thread that hangs does not report for this long.
const silenceSecondsMaxDefault = 10;
// One that waits for something other than the CPU uses no CPU time.
const waitingFactor = 10;

/**
 * A separate thread for work that would block the node. It is started with the first piece of work and ends after some
 * idle time. A silent thread hangs: it is ended, and its work fails.
 */
export class WorkThread<Work = unknown, Answer = void, Notice = never> {
  readonly #options: WorkThreadOptions<Notice>;
  readonly #pending = new Map<number, Pending<Answer>>();
  #worker: Worker | undefined;
  #lastNumber = 0;
  #silentSeconds = 0;
  #cpuAtSign = process.cpuUsage();
  #watchdog: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: WorkThreadOptions<Notice>) {
    this.#options = options;
  }

  run(work: Work, stopping: AbortSignal): Promise<Answer> {
    const number = ++this.#lastNumber;
    clearTimeout(this.#idle);
    const worker = this.#start();
    const stop = () => this.#report(worker, { kind: "stop", number });
    return new Promise<Answer>((resolve, reject) => {
      this.#pending.set(number, { resolve, reject });
      this.#report(worker, { kind: "begin", number, work });
      stopping.addEventListener("abort", stop, { once: true });
      if (stopping.aborted) {
        stop();
      }
    }).finally(() => {
      stopping.removeEventListener("abort", stop);
      this.#pending.delete(number);
      if (this.#pending.size === 0) {
        this.#idle = setTimeout(() => void this.close(), idleMs).unref();
      }
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#end(new Error("the thread was closed"));
  }

  #report(worker: Worker, command: ThreadCommand<Work>): void {
    worker.postMessage(command);
  }

  #start(): Worker {
    if (this.#worker !== undefined) {
      return this.#worker;
    }
    const { entry, data, memoryMbMax } = this.#options;
    const options = { workerData: data, resourceLimits: { maxOldGenerationSizeMb: memoryMbMax } };
    const worker = startThread(entry, options);
    worker.on("message", (message: ThreadMessage<Answer, Notice>) => this.#receive(message));
    worker.on("error", (error) => this.#fail(worker, error));
    worker.on("exit", (code) => this.#fail(worker, new Error(`the thread has ended with ${code}`)));
    this.#worker = worker;
    this.#noteSign();
    this.#watchdog = setInterval(() => this.#lookAfter(), 1_000).unref();
    return worker;
  }

  #receive(message: ThreadMessage<Answer, Notice>): void {
    this.#noteSign();
    switch (message.kind) {
      case "alive":
        return;
      case "notice":
        this.#options.onNotice?.(message.notice);
        return;
      case "done":
        this.#pending.get(message.number)?.resolve(message.answer);
        return;
      case "failed":
        this.#pending.get(message.number)?.reject(new ThreadError(message.error));
    }
  }

  #noteSign(): void {
    this.#silentSeconds = 0;
    this.#cpuAtSign = process.cpuUsage();
  }

  /**
   * On a busy machine a thread may get no time to run, which must not end it: one that hangs uses CPU time.
   * Otherwise counts its own checks, not the clock: after a suspend the machine must not treat its threads as dead.
   */
  #lookAfter(): void {
    const { silenceSecondsMax = silenceSecondsMaxDefault } = this.#options;
    const { user, system } = process.cpuUsage(this.#cpuAtSign);
    this.#silentSeconds++;
    const isHanging = this.#silentSeconds > silenceSecondsMax && (user + system) / 1_000_000 > silenceSecondsMax;
    if (this.#pending.size > 0 && (isHanging || this.#silentSeconds > silenceSecondsMax * waitingFactor)) {
      void this.#end(new Error(`the thread was silent for ${this.#silentSeconds} s`));
    }
  }

  async #end(reason: Error): Promise<void> {
    const worker = this.#worker;
    if (worker !== undefined) {
      this.#fail(worker, reason);
      await worker.terminate();
    }
  }

  #fail(worker: Worker, error: Error): void {
    if (worker === this.#worker) {
      this.#worker = undefined;
      clearInterval(this.#watchdog);
      for (const { reject } of this.#pending.values()) {
        reject(error);
      }
    }
  }
}

/** For work that must not affect others: a thread that dies fails all of its work. */
export async function runInOwnThread<Notice>(
  options: WorkThreadOptions<Notice>,
  work: unknown,
  stopping: AbortSignal,
): Promise<void> {
  const thread = new WorkThread<unknown, void, Notice>(options);
  try {
    await thread.run(work, stopping);
  } finally {
    await thread.close();
  }
}

/** The file in which a thread starts. In the bundle, all of them are beside the chunks. */
export function threadEntry(source: string, importer: string): URL {
  return new URL(importer.endsWith(".ts") ? source : `./${basename(source, ".ts")}.js`, importer);
}

export function startThread(entry: URL, options: WorkerOptions): Worker {
  const file = runnableEntry(entry);
  return file === entry ? new Worker(file, options) : new Worker(file, { ...options, execArgv: [] });
}

const bundles = new Map<string, URL>();

/**
 * The file that a thread or a process runs. For tests and benchmarks a bundle, since a TypeScript loader takes each thread
 * half a second to start.
 */
export function runnableEntry(entry: URL): URL {
  if (!entry.pathname.endsWith(".ts")) {
    return entry;
  }
  const bundle = bundles.get(entry.href) ?? bundleOf(entry);
  bundles.set(entry.href, bundle);
  return bundle;
}

/**
 * It is in node_modules, where it finds the packages that it imports. The bundler is run as a command: loaded into this
 * process, it would replace globals.
 */
function bundleOf(entry: URL): URL {
  const output = new URL(`../../../node_modules/.cache/threads/${basename(entry.pathname, ".ts")}.js`, import.meta.url);
  const path = fileURLToPath(output);
  const partPath = `${path}.${process.pid}`;
  const contract = fileURLToPath(new URL("../../../../contract/src/index.ts", import.meta.url));
  execFileSync(createRequire(import.meta.url).resolve("esbuild/bin/esbuild"), [
    fileURLToPath(entry),
    `--outfile=${partPath}`,
    "--bundle",
    "--format=esm",
    "--platform=node",
    "--target=node20",
    "--conditions=source",
    "--packages=external",
    `--alias:@weft/contract=${contract}`,
    "--log-level=error",
  ]);
  // Another process may be reading the one before.
  renameSync(partPath, path);
  return output;
}
