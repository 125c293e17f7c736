import { ApiError } from "./api-error.ts";
import { delayAfter, pause } from "./retry.ts";

/** A service that asks for more patience than other calls have is asked again after this time. */
const delayMaxMs = 300_000;

/** Makes the call until the service answers it, however long it is away. An abort ends the waiting, with the signal's reason. */
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

/** Whether the service was away or busy: the same call may well succeed later. */
export function isOutage(error: unknown): boolean {
  return error instanceof ApiError && [0, 429, 502, 503, 504].includes(error.status);
}
