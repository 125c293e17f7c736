import { ApiError } from "./api-error.ts";

/** Calls are made at most this often beyond the first time, unless a call says otherwise. */
export const retriesDefault = 4;

const firstDelayMs = 200;
const delayMaxMs = 20_000;
/** A service that asks for more patience than this is not waited for. */
const retryAfterMaxMs = 300_000;

interface Attempts {
  readonly retries: number;
  /** Whether the call may have been carried out although no answer came, and must then not be made twice. */
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Makes the call until it succeeds, fails for good, or was made often enough. */
export async function withRetries<Result>(call: () => Promise<Result>, attempts: Attempts): Promise<Result> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await call();
    } catch (error) {
      const delayMs = retry < attempts.retries ? delayAfter(error, retry, attempts.isRepeatable) : undefined;
      if (delayMs === undefined) {
        throw error;
      }
      await pause(delayMs, attempts.signal);
    }
  }
}

/** How long to wait before the next attempt; undefined when there is no use in one. */
export function delayAfter(error: unknown, retry: number, isRepeatable: boolean): number | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const asked = retryAfterMs(error.headers);
  // 429 and 503 say that nothing was done, so any call may be made again; so does a conflict that will pass.
  const willPass = error.status === 409 && asked !== undefined;
  const isRefused = error.status === 429 || error.status === 503 || willPass;
  if (!isRefused && !(isLost(error) && isRepeatable)) return undefined;
  if (asked === undefined) return backoffMs(retry);
  // Never earlier than asked, and never all at that moment: only a few of many calls find room then.
  return asked <= retryAfterMaxMs ? asked + backoffMs(retry, asked) : undefined;
}

/** Whether nobody knows if the call was carried out. */
export function isLost(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 504].includes(error.status);
}

/** Full jitter: callers that failed together do not come back together. */
export function backoffMs(retry: number, firstMs = 0): number {
  return Math.random() * Math.min(delayMaxMs, Math.max(firstDelayMs, firstMs) * 2 ** retry);
}

/** Seconds, or a date by the clock of who has answered, if it tells the time: ours may be another. */
function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get("retry-after");
  if (text === null || text.trim() === "") return undefined;
  const seconds = Number(text);
  const answeredOn = Date.parse(headers.get("date") ?? "");
  const now = Number.isNaN(answeredOn) ? Date.now() : answeredOn;
  const delayMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - now;
  return Number.isNaN(delayMs) ? undefined : Math.max(0, delayMs);
}

/** Waits; an abort ends it at once, with the signal's reason. */
export function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, delayMs);
    if (signal?.aborted === true) {
      stop();
    } else {
      signal?.addEventListener("abort", stop, { once: true });
    }
  });
}
