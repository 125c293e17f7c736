import type { LoaderProcess } from "../contract/schemas.ts";
import type { TransferOptions } from "../files/upload-file.ts";
import type { Caller } from "../operation-call.ts";
import { delayAfter, pause } from "../retry.ts";

/** How a load is followed. */
export interface Following {
  /** Told of each new state of the load, from the first to the last. */
  readonly onProgress?: ((load: LoaderProcess) => void) | undefined;
  /** How often to look, from 1 to 30. Left out: each second with onProgress, else only for the end. */
  readonly pollSeconds?: number | undefined;
  /** How long the service may be away in the meantime. Left out: ten minutes. */
  readonly outageSeconds?: number | undefined;
}

/** The service answers a wait when the load has ended, or when so much time has passed. */
const longWaitSeconds = 25;
const outageDefaultSeconds = 600;
/** Beyond the time that the service waits. */
const timeoutDefaultMs = 30_000;
/** A node that stops does not wait, and must not be asked without pause. */
const betweenLooksMs = 500;

/** Looks at a load until it has ended. The service may be away for a while. */
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
    const next = await lookPatiently(caller, load.id, { ...following, pollSeconds });
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

/** Also when the service is away for longer than a call is repeated: what is followed goes on without us. */
async function lookPatiently(caller: Caller, id: string, look: Look): Promise<LoaderProcess> {
  const { signal, retries, pollSeconds, outageSeconds = outageDefaultSeconds } = look;
  const timeoutMs = look.timeoutMs === 0 ? 0 : pollSeconds * 1_000 + (look.timeoutMs ?? timeoutDefaultMs);
  const deadline = Date.now() + outageSeconds * 1_000;
  for (let failures = 0; ; failures += 1) {
    try {
      const input = { params: { id }, query: { wait: pollSeconds } };
      return await caller.call("get-loader-process", input, { signal, retries, timeoutMs });
    } catch (error) {
      const delayMs = delayAfter(error, failures, true);
      if (delayMs === undefined || Date.now() + delayMs >= deadline) {
        throw error;
      }
      await pause(delayMs, signal);
    }
  }
}
