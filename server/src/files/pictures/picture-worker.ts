import { type ChildProcess, fork } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { runnableEntry, threadEntry } from "../../platform/threads/work-thread.ts";
import { limitExitCode, type RenderOutcome, type RenderRequest } from "./picture.ts";

const entry = threadEntry("./picture-process.ts", import.meta.url);
// Pixels are outside of the heap of JavaScript.
const heapMbMax = 64;

const tooLarge: RenderOutcome = { kind: "failed", failure: "too-large" };
const unreadable: RenderOutcome = { kind: "failed", failure: "unreadable" };

export interface WorkerLimits {
  /** From the last byte of a picture to its outcome: then the process hangs, or the machine is too busy. */
  readonly renderMsMax: number;
  /** The processor time of the process for a picture. */
  readonly cpuMsMax: number;
  /** The resident memory of the process. */
  readonly memoryBytesMax: number;
}

/** A process that renders pictures, one at a time. */
export class PictureWorker {
  readonly #limits: WorkerLimits;
  readonly #child: ChildProcess;
  #pictures = 0;
  #hasEnded = false;
  /** Set while a picture is rendered. */
  #settle: ((outcome: RenderOutcome | undefined) => void) | undefined;

  constructor(limits: WorkerLimits) {
    this.#limits = limits;
    this.#child = startProcess(limits);
    this.#child.on("message", (outcome: RenderOutcome) => this.#finish(outcome));
    this.#child.once("exit", (code) => {
      this.#hasEnded = true;
      this.#finish(code === limitExitCode ? tooLarge : undefined);
    });
    // Both are followed by the end of the process.
    this.#child.on("error", () => this.end());
    this.#child.stdin?.on("error", () => this.end());
  }

  get processId(): number | undefined {
    return this.#child.pid;
  }

  /** How many it was given. */
  get pictures(): number {
    return this.#pictures;
  }

  /** False if it ended, or is in the middle of a picture. */
  get isFree(): boolean {
    return !this.#hasEnded && this.#settle === undefined;
  }

  /** Undefined if the process ended. Throws what the stream throws; then the process is not free. */
  async render(size: number, stream: Readable): Promise<RenderOutcome | undefined> {
    this.#pictures += 1;
    const outcome = new Promise<RenderOutcome | undefined>((resolve) => {
      this.#settle = resolve;
    });
    const request: RenderRequest = { bytes: size };
    this.#child.send(request, () => {});
    const sent = await this.#send(stream);
    if (sent !== size && !this.#hasEnded) {
      return unreadable;
    }
    const deadline = setTimeout(() => this.end(), this.#limits.renderMsMax);
    return outcome.finally(() => clearTimeout(deadline));
  }

  end(): void {
    this.#hasEnded = true;
    this.#child.kill("SIGKILL");
  }

  #finish(outcome: RenderOutcome | undefined): void {
    this.#settle?.(outcome);
    this.#settle = undefined;
  }

  /** Returns the number of bytes sent: not all, if the process ended. */
  async #send(stream: Readable): Promise<number> {
    const { stdin } = this.#child;
    let sent = 0;
    // A stream that never ends must not outlive the process.
    const stop = () => stream.destroy();
    this.#child.once("exit", stop);
    try {
      for await (const chunk of stream) {
        if (stdin === null || this.#hasEnded) {
          break;
        }
        sent += chunk.length;
        if (!stdin.write(chunk)) {
          await drained(stdin);
        }
      }
    } catch (error) {
      if (!this.#hasEnded) {
        throw error;
      }
    } finally {
      this.#child.off("exit", stop);
    }
    return sent;
  }
}

/** Without the environment of the service, which contains its secrets. */
function startProcess({ memoryBytesMax, cpuMsMax }: WorkerLimits): ChildProcess {
  return fork(runnableEntry(entry), [String(memoryBytesMax), String(cpuMsMax)], {
    env: {},
    cwd: "/",
    execArgv: [`--max-old-space-size=${heapMbMax}`],
    serialization: "advanced",
    stdio: ["pipe", "ignore", "ignore", "ipc"],
  });
}

/** Also when it is closed. */
function drained(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stream.off("drain", end).off("close", end);
      resolve();
    };
    stream.on("drain", end).on("close", end);
  });
}
