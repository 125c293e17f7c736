import type { LoaderProcess } from "../contract/schemas.ts";
import type { TransferOptions } from "../files/upload-file.ts";
import type { Caller } from "../operation-call.ts";
import { delayAfter, pause } from "../retry.ts";

/** Options for following a load. */
export interface Following {
  /** Called with each new state of the load, from the first to the last. */
  readonly onProgress?: ((load: LoaderProcess) => void) | undefined;
  /** Poll interval, from 1 to 30. Default: one second with onProgress, otherwise only the end is awaited. */
  readonly pollSeconds?: number | undefined;
  /** How long the service may be unavailable in the meantime. Default: ten minutes. */
  readonly outageSeconds?: number | undefined;
}

/** The service responds when the load ends, or after this time. */
const longWaitSeconds = 25;
const outageDefaultSeconds = 600;
/** Added to the time that the service waits. */
const timeoutDefaultMs = 30_000;
/** A node that shuts down does not wait, and must not be polled without a pause. */
const betweenLooksMs = 500;

/** Polls a load until it ends. The service may be unavailable for a while. */
export async function followLoad(
  caller: Caller,
  begun: LoaderProcess,
  following: Following & TransferOptions,
): Promise<LoaderProcess> {
  const { onProgress, pollSeconds = onProgress === undefined ? longWaitSeconds : 1, signal } = following;
  let load = begun;
  onProgress?.(load);
  while (isInProgress(load)) {
    const began = Date.now();
    const next = await readUntilAvailable(caller, load.id, { ...following, pollSeconds });
    if (next.version !== load.version) onProgress?.(next);
    load = next;
    if (isInProgress(load)) await pause(Math.max(0, began + betweenLooksMs - Date.now()), signal);
  }
  return load;
}

function isInProgress({ status, undo }: LoaderProcess): boolean {
  return [status, undo?.status].some((one) => one === "pending" || one === "running");
}

type Look = Following & TransferOptions & { readonly pollSeconds: number };

/** Retries longer than a normal call: the load continues without us. */
async function readUntilAvailable(caller: Caller, id: string, look: Look): Promise<LoaderProcess> {
  const { signal, retries, pollSeconds, outageSeconds = outageDefaultSeconds } = look;
  const timeoutMs = look.timeoutMs === 0 ? 0 : pollSeconds * 1_000 + (look.timeoutMs ?? timeoutDefaultMs);
  const deadline = Date.now() + outageSeconds * 1_000;
  for (let failures = 0; ; failures += 1) {
    try {
      const input = { params: { id }, query: { wait: pollSeconds } };
      return await caller.call("get-loader-process", input, { signal, retries, timeoutMs, deadlineMs: 0 });
    } catch (error) {
      const delayMs = delayAfter(error, failures, true);
      if (delayMs === undefined || Date.now() + delayMs >= deadline) {
        throw error;
      }
      await pause(delayMs, signal);
    }
  }
}
