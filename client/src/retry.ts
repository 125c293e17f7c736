import { ApiError } from "./api-error.ts";
import { type Deadline, remainingMs } from "./time-limit.ts";

/** Maximum retries, unless a call sets its own. */
export const retriesDefault = 4;

const firstDelayMs = 200;
const delayMaxMs = 20_000;
/** A longer Retry-After is not waited for. */
const retryAfterMaxMs = 300_000;
/** Minimum delays without a response: the first retry is for a lost connection, all together outlast a restart. */
const outageDelaysMs: readonly number[] = [0, 500, 1_500, 4_000];

interface Attempts {
  readonly retries: number;
  /** Whether the call may have been executed without a response, and must then not be repeated. */
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal | undefined;
  readonly deadline?: Deadline | undefined;
  /** Before each wait. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

/** A failed attempt that will be followed by another one. */
interface Retry {
  /** The failed attempt: 1 for the first. */
  readonly attempt: number;
  readonly delayMs: number;
  readonly error: unknown;
}

/** Makes the call until it succeeds, fails permanently, or has no retries or time left. */
export async function withRetries<Result>(call: () => Promise<Result>, attempts: Attempts): Promise<Result> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await call();
    } catch (error) {
      const delayMs = retry < attempts.retries ? retryDelayAfter(error, retry, attempts.isRepeatable) : undefined;
      if (delayMs === undefined) {
        throw error;
      }
      checkDeadline(error, delayMs, attempts.deadline);
      attempts.onRetry?.({ attempt: retry + 1, delayMs, error });
      await pause(delayMs, attempts.signal);
    }
  }
}

/** Fails now instead of waiting for an attempt that could not be made. */
function checkDeadline(error: unknown, delayMs: number, deadline: Deadline | undefined): void {
  if (deadline === undefined || delayMs < remainingMs(deadline) || !(error instanceof ApiError)) return;
  const { problem, headers } = error;
  const inSeconds = Math.ceil(delayMs / 100) / 10;
  const reason = `The next attempt, in ${inSeconds} s, would be after the deadline of ${deadline.deadlineMs} ms.`;
  throw new ApiError({ ...problem, detail: `${problem.detail} ${reason}` }, { headers, cause: error });
}

/** The delay before one of a limited number of retries; undefined if a retry is useless. */
export function retryDelayAfter(error: unknown, retry: number, isRepeatable: boolean): number | undefined {
  const delayMs = delayAfter(error, retry, isRepeatable);
  if (delayMs === undefined || !(error instanceof ApiError) || error.code !== "unreachable") return delayMs;
  return delayMs + (outageDelaysMs[retry] ?? Math.max(...outageDelaysMs));
}

/** The delay before the next attempt; undefined if a retry is useless. */
export function delayAfter(error: unknown, retry: number, isRepeatable: boolean): number | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const asked = retryAfterMs(error.headers);
  // 429 and 503 mean that nothing was done, so any call can be retried; so does a temporary conflict.
  const willPass = error.status === 409 && asked !== undefined;
  const isRefused = error.status === 429 || error.status === 503 || willPass;
  if (!isRefused && !(isLost(error) && isRepeatable)) return undefined;
  if (asked === undefined) return backoffMs(retry);
  // Never earlier than requested, and spread out: only a few of many calls succeed at that moment.
  return asked <= retryAfterMaxMs ? asked + backoffMs(retry, asked) : undefined;
}

/** Whether it is unknown if the call was executed. */
export function isLost(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 504].includes(error.status);
}

/** Full jitter: callers that failed together do not retry together. */
export function backoffMs(retry: number, firstMs = 0): number {
  return Math.random() * Math.min(delayMaxMs, Math.max(firstDelayMs, firstMs) * 2 ** retry);
}

/** Seconds, or a date relative to the responder's clock, if the response has one: ours may differ. */
function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get("retry-after");
  if (text === null || text.trim() === "") return undefined;
  const seconds = Number(text);
  const answeredOn = Date.parse(headers.get("date") ?? "");
  const now = Number.isNaN(answeredOn) ? Date.now() : answeredOn;
  const delayMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - now;
  return Number.isNaN(delayMs) ? undefined : Math.max(0, delayMs);
}

/** Waits; an abort ends the wait immediately, with the signal's reason. */
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
