import { setTimeout as pause } from "node:timers/promises";
import { ApiError, type LoaderProcess, type Weft } from "@weft/client";
import type { ProgressDisplay } from "../../output/progress-bar.ts";
import type { ProgressState } from "../../output/progress-line.ts";
import { loadState } from "./load-progress.ts";

/** How long the service may be unavailable: the load continues in the meantime. */
const outageMaxMs = 600_000;
const pauseMs = 1_000;

/** Follows a load until it ends. Shows outages of the service, and retries. */
export async function followThroughOutages(
  weft: Weft,
  id: string,
  display: ProgressDisplay,
  signal: AbortSignal,
): Promise<LoaderProcess> {
  let state: ProgressState | undefined;
  let awaySince: number | undefined;
  const onProgress = (load: LoaderProcess) => {
    awaySince = undefined;
    state = loadState(load);
    display.show(state);
  };
  for (;;) {
    try {
      return await weft.loader.follow({ id, onProgress, signal, outageSeconds: 0 });
    } catch (error) {
      awaySince ??= Date.now();
      // A service that has never responded is probably not there.
      if (state === undefined || !isOutage(error) || Date.now() - awaySince > outageMaxMs) throw error;
      display.show({ label: "No response", share: state.share, details: ["retrying"] });
      await pause(pauseMs, undefined, { signal });
    }
  }
}

function isOutage(error: unknown): boolean {
  return error instanceof ApiError && [0, 429, 502, 503, 504].includes(error.status);
}
