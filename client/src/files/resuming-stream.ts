import { ApiError, noAnswer } from "../api-error.ts";
import { pause, retriesDefault, retryDelayAfter } from "../retry.ts";
import { isTimeLimit } from "../time-limit.ts";
import type { TransferOptions } from "./upload-file.ts";

interface Source {
  /** The full response. */
  readonly first: Response;
  readonly size: number;
  /** Requests the bytes again, with these headers. */
  readonly open: (headers: Readonly<Record<string, string>>, options: TransferOptions) => Promise<Response>;
  readonly options: TransferOptions;
}

/** After this time without data, the connection is considered lost. */
const silenceDefaultMs = 60_000;

/** The bytes of a response; after an interruption the rest is requested, transparently to the reader. */
export function resumingStream(source: Source): ReadableStream<Uint8Array> {
  const reading = new Reading(source);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await reading.next();
        if (chunk === undefined) {
          controller.close();
        } else {
          controller.enqueue(chunk);
        }
      },
      cancel: (reason) => reading.cancel(reason),
    },
    // Nothing is read before it is requested.
    { highWaterMark: 0 },
  );
}

class Reading {
  readonly #source: Source;
  readonly #etag: string | null;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #offset = 0;

  constructor(source: Source) {
    this.#source = source;
    this.#etag = source.first.headers.get("etag");
    this.#reader = source.first.body?.getReader();
  }

  /** The next bytes; undefined after the last. Fails after the usual retries without data. */
  async next(): Promise<Uint8Array | undefined> {
    const { options } = this.#source;
    for (let failures = 0; ; failures += 1) {
      try {
        return await this.#read();
      } catch (error) {
        const isLast = failures >= (options.retries ?? retriesDefault);
        const delayMs = isLast || this.#etag === null ? undefined : retryDelayAfter(error, failures, true);
        if (delayMs === undefined) {
          throw error;
        }
        await pause(delayMs, options.signal);
      }
    }
  }

  async cancel(reason: unknown): Promise<void> {
    await this.#reader?.cancel(reason);
  }

  async #read(): Promise<Uint8Array | undefined> {
    const { size } = this.#source;
    this.#reader ??= this.#offset < size ? await this.#reopen() : undefined;
    const chunk = this.#reader === undefined ? undefined : await this.#chunk(this.#reader);
    if (chunk === undefined && this.#offset < size) {
      this.#reader = undefined;
      throw noAnswer("unreachable", `The download was interrupted at byte ${this.#offset} of ${size}.`, undefined);
    }
    this.#offset += chunk?.length ?? 0;
    return chunk;
  }

  async #reopen(): Promise<ReadableStreamDefaultReader<Uint8Array> | undefined> {
    const { open, options } = this.#source;
    const headers = { Range: `bytes=${this.#offset}-`, "If-Range": this.#etag ?? "" };
    const response = await open(headers, { ...options, retries: 0 });
    if (response.status !== 206) {
      await response.body?.cancel();
      throw new Error("The file changed during the download. Download it again.");
    }
    return response.body?.getReader();
  }

  /** Undefined after the last. */
  async #chunk(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | undefined> {
    const { options, size } = this.#source;
    try {
      return (await inTime(reader.read(), options.timeoutMs ?? silenceDefaultMs)).value;
    } catch (error) {
      options.signal?.throwIfAborted();
      this.#reader = undefined;
      // It may already be broken, which does not matter here.
      reader.cancel().catch(() => {});
      const detail = `The download was interrupted at byte ${this.#offset} of ${size}.`;
      throw error instanceof ApiError ? error : noAnswer("unreachable", detail, error);
    }
  }
}

async function inTime<Result>(reading: Promise<Result>, silenceMaxMs: number): Promise<Result> {
  if (!isTimeLimit(silenceMaxMs)) return reading;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    const detail = `No data within ${silenceMaxMs} ms.`;
    timer = setTimeout(() => reject(noAnswer("timed-out", detail, undefined)), silenceMaxMs);
  });
  try {
    return await Promise.race([reading, silence]);
  } finally {
    clearTimeout(timer);
  }
}
