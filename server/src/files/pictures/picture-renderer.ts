import type { Readable } from "node:stream";
import { unavailable } from "../../platform/errors.ts";
import type { Problem } from "../../platform/problem.ts";
import { FairSlots, TooManyWaitingError } from "../../platform/threads/fair-slots.ts";
import type { RenderOutcome } from "./picture.ts";
import { PictureWorker, type WorkerLimits } from "./picture-worker.ts";

/** The bytes of a picture. */
export interface PictureSource {
  readonly size: number;
  open(): Promise<Readable>;
}

interface RendererLimits extends WorkerLimits {
  /** How long a process without work is kept. */
  readonly idleMs: number;
  /** How many pictures of an org may wait. */
  readonly waitingMax: number;
  /** After this many pictures a process is replaced. */
  readonly picturesMax: number;
}

const defaultLimits: RendererLimits = {
  renderMsMax: 30_000,
  cpuMsMax: 10_000,
  memoryBytesMax: 512 * 1024 * 1024,
  idleMs: 20_000,
  waitingMax: 64,
  picturesMax: 200,
};

/**
 * Renders pictures in a separate process, one after the other: a picture that crashes or blocks its decoder ends that
 * process, and not the service. The process is started with the first picture, and ends after some idle time.
 */
export class PictureRenderer {
  readonly #limits: RendererLimits;
  readonly #slots: FairSlots;
  readonly #closing = new AbortController();
  #worker: PictureWorker | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(limits: Partial<RendererLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
    this.#slots = new FairSlots({ slots: 1, waitingMax: this.#limits.waitingMax });
  }

  /** Undefined while there is none. */
  get processId(): number | undefined {
    return this.#worker?.processId;
  }

  /** Orgs take turns. Throws unavailable if too many pictures of the org wait, and what the source throws. */
  async render(orgId: string, source: PictureSource): Promise<RenderOutcome> {
    await this.#slots.take(orgId, this.#closing.signal).catch((error: unknown) => {
      throw error instanceof TooManyWaitingError ? tooManyWaiting(error) : stopping();
    });
    clearTimeout(this.#idle);
    try {
      // A process can also end because of the machine: only a picture that ends a second one is damaged.
      const outcome = (await this.#attempt(source)) ?? (await this.#attempt(source));
      return outcome ?? { kind: "failed", failure: "unreadable" };
    } finally {
      this.#slots.release(orgId);
      this.#idle = setTimeout(() => this.#endWorker(), this.#limits.idleMs).unref();
    }
  }

  /** Pictures that wait or are being rendered fail as unavailable. */
  close(): void {
    this.#closing.abort();
    clearTimeout(this.#idle);
    this.#endWorker();
  }

  /** Undefined if the process ended before the outcome. */
  async #attempt(source: PictureSource): Promise<RenderOutcome | undefined> {
    const stream = await source.open();
    try {
      return await this.#renderStream(source.size, stream);
    } finally {
      stream.destroy();
    }
  }

  async #renderStream(size: number, stream: Readable): Promise<RenderOutcome | undefined> {
    if (this.#closing.signal.aborted) {
      throw stopping();
    }
    const worker = this.#worker ?? new PictureWorker(this.#limits);
    this.#worker = worker;
    try {
      return await worker.render(size, stream);
    } finally {
      if (!worker.isFree || worker.pictures >= this.#limits.picturesMax) {
        this.#endWorker();
      }
    }
  }

  #endWorker(): void {
    this.#worker?.end();
    this.#worker = undefined;
  }
}

function tooManyWaiting(cause: Error): Problem {
  return unavailable("Too many pictures are waiting to be processed. Retry in a few seconds.", {
    retryAfterSeconds: 5,
    cause,
  });
}

function stopping(): Problem {
  return unavailable("The service is shutting down. Retry in a few seconds.", { retryAfterSeconds: 5 });
}
