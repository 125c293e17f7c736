import { setMaxListeners } from "node:events";

export interface Deadline {
  readonly signal: AbortSignal;
  /** The work is done: nothing is aborted any more. */
  readonly stop: () => void;
  /** The work has failed: the rest of it is aborted. */
  readonly abort: (reason: unknown) => void;
}

// Not AbortSignal.any with AbortSignal.timeout: a caller's signal may live as long as the server and would accumulate
// them.
/** A signal that aborts after the timeout or when the caller's own signal aborts. */
export function startDeadline(timeoutMs: number, callerSignal: AbortSignal | null | undefined): Deadline {
  const controller = new AbortController();
  const abortByCaller = () => controller.abort(callerSignal?.reason);
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`The request took longer than ${timeoutMs} ms.`, "TimeoutError"));
  }, timeoutMs);
  const stop = () => {
    clearTimeout(timer);
    callerSignal?.removeEventListener("abort", abortByCaller);
  };
  const abort = (reason: unknown) => {
    stop();
    controller.abort(reason);
  };

  // One signal may end any number of calls; Node warns of a leak from the eleventh on.
  if (callerSignal) setMaxListeners(0, callerSignal);
  callerSignal?.addEventListener("abort", abortByCaller, { once: true });
  if (callerSignal?.aborted) abortByCaller();
  return { signal: controller.signal, stop, abort };
}

/** Settles like the work, or as soon as the signal aborts. */
export function untilAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

export function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === "TimeoutError";
}
