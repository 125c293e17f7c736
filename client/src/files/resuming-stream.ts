import { ApiError, noAnswer } from "../api-error.ts";
import { delayAfter, pause, retriesDefault } from "../retry.ts";
import { isTimeLimit } from "../time-limit.ts";
import type { TransferOptions } from "./upload-file.ts";

interface Source {
  /** The answer with all bytes. */
  readonly first: Response;
  readonly size: number;
  /** Asks for the bytes again, with these headers. */
  readonly open: (headers: Readonly<Record<string, string>>, options: TransferOptions) => Promise<Response>;
  readonly options: TransferOptions;
}

/** Bytes that do not come for so long do not come any more. */
const silenceDefaultMs = 60_000;

/** The bytes of an answer; where it breaks off, those behind are asked for, and the reader does not notice. */
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
    // Nothing is read before it is asked for.
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

  /** The next bytes; undefined behind the last. Gives up after the usual retries without any. */
  async next(): Promise<Uint8Array | undefined> {
    const { options } = this.#source;
    for (let failures = 0; ; failures += 1) {
      try {
        return await this.#read();
      } catch (error) {
        const isLast = failures >= (options.retries ?? retriesDefault);
        const delayMs = isLast || this.#etag === null ? undefined : delayAfter(error, failures, true);
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
      throw noAnswer("unreachable", `The download broke off at byte ${this.#offset} of ${size}.`, undefined);
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
      throw new Error("The file has changed while it was read. Download it again.");
    }
    return response.body?.getReader();
  }

  /** Undefined behind the last. */
  async #chunk(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | undefined> {
    const { options, size } = this.#source;
    try {
      return (await inTime(reader.read(), options.timeoutMs ?? silenceDefaultMs)).value;
    } catch (error) {
      options.signal?.throwIfAborted();
      this.#reader = undefined;
      // It may already be broken, which is no news.
      reader.cancel().catch(() => {});
      const detail = `The download broke off at byte ${this.#offset} of ${size}.`;
      throw error instanceof ApiError ? error : noAnswer("unreachable", detail, error);
    }
  }
}

async function inTime<Result>(reading: Promise<Result>, silenceMaxMs: number): Promise<Result> {
  if (!isTimeLimit(silenceMaxMs)) return reading;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    const detail = `No more bytes came within ${silenceMaxMs} ms.`;
    timer = setTimeout(() => reject(noAnswer("timed-out", detail, undefined)), silenceMaxMs);
  });
  try {
    return await Promise.race([reading, silence]);
  } finally {
    clearTimeout(timer);
  }
}
