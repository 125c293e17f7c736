import type { CallOptions } from "./operation-call.ts";
import { pause } from "./retry.ts";
import { retryUntilAvailable } from "./retry-until-available.ts";

/** Long enough to save requests, short enough for proxies that close idle connections after half a minute. */
export const waitSecondsDefault = 20;

/** The minimum interval for a service that responds immediately, for example while it shuts down. */
const idleMinMs = 1_000;
/** For the response itself, in addition to the time that the service holds it. */
const answerTimeoutMs = 30_000;

/** Long polls, through outages of any length, with a minimum interval. */
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

/** Call options for a long poll: the timeout is added to the hold time. The poll itself retries, without a deadline. */
export function longPollOptions(options: CallOptions, waitSeconds: number): CallOptions {
  const { timeoutMs = answerTimeoutMs } = options;
  return { ...options, retries: 0, deadlineMs: 0, timeoutMs: timeoutMs === 0 ? 0 : timeoutMs + waitSeconds * 1_000 };
}
