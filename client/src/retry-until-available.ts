import { ApiError } from "./api-error.ts";
import { delayAfter, pause } from "./retry.ts";

/** The retry interval if the service asks for a longer wait than normal calls accept. */
const delayMaxMs = 300_000;

/** Retries until the service responds, however long it is unavailable. An abort stops the wait, with the signal's reason. */
export async function retryUntilAvailable<Result>(
  call: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await call();
    } catch (error) {
      if (!isOutage(error)) {
        throw error;
      }
      await pause(delayAfter(error, retry, true) ?? delayMaxMs, signal);
    }
  }
}

/** Whether the service was unavailable or busy: the same call may succeed later. */
export function isOutage(error: unknown): boolean {
  return error instanceof ApiError && [0, 429, 502, 503, 504].includes(error.status);
}
