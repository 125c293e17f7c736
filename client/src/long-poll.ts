import type { CallOptions } from "./operation-call.ts";
import { retryUntilAvailable } from "./outlast.ts";
import { pause } from "./retry.ts";

/** Long enough to spare calls, short enough for proxies that cut quiet connections after half a minute. */
export const waitSecondsDefault = 20;

/** A service that answers at once that there is nothing, as when it stops, is not asked more often than this. */
const idleMinMs = 1_000;
/** For the answer itself, beside the time that the service holds it. */
const answerTimeoutMs = 30_000;

/** Asks for what comes next, through outages of any length, and never in a hurry. */
export async function longPoll<Answer>(
  ask: () => Promise<Answer>,
  isIdle: (answer: Answer) => boolean,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const begunOn = Date.now();
  const answer = await retryUntilAvailable(ask, signal);
  if (isIdle(answer)) {
    await pause(Math.max(0, begunOn + idleMinMs - Date.now()), signal);
  }
  return answer;
}

/** How a call is made that the service may hold for a while: its time-out counts beside that. The poll itself repeats it. */
export function longPollOptions(options: CallOptions, waitSeconds: number): CallOptions {
  const { timeoutMs = answerTimeoutMs } = options;
  return { ...options, retries: 0, timeoutMs: timeoutMs === 0 ? 0 : timeoutMs + waitSeconds * 1_000 };
}
