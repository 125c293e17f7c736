import { setTimeout as delay } from "node:timers/promises";
import type { Torture } from "../../server/src/testing/torture.ts";
import { startWeft, type WeftRun } from "./run-weft.ts";

interface Killing {
  readonly env: Readonly<Record<string, string>>;
  readonly torture: Torture;
  readonly kills: number;
  /** How much of the work is done, from 0 to 1. */
  progress(): Promise<number>;
}

// A command takes about this long before it begins to work.
const startMs = 1_000;
// A command that is killed between its last write and its exit has completed its work, and cannot be repeated.
const lastMoment = 0.8;

/**
 * Repeats a command until it completes. It is killed once before its work has begun, at a random moment, and then at
 * random moments spread over the work, so that each run continues that of the previous one.
 */
export async function killRepeatedly(
  args: readonly string[],
  { env, torture, kills, progress }: Killing,
): Promise<WeftRun & { readonly kills: number }> {
  const moments = Array.from({ length: kills }, (_, index) => ((index + torture.random()) / kills) * lastMoment);
  for (let killed = 0; ; killed += 1) {
    const running = startWeft(args, { env, timeoutMs: 60_000 });
    running.endInput();
    let isOver = false;
    // A killed command is a failure for other tests.
    const ended = running.ended
      .catch(() => undefined)
      .finally(() => {
        isOver = true;
      });
    const moment = killed === 0 ? undefined : moments.shift();
    if (killed === 0) {
      await delay(torture.random() * startMs);
    } else if (moment !== undefined) {
      await waitForProgress(progress, moment, () => isOver);
      await waitWithinStep(torture);
    }
    const isLast = killed > 0 && moment === undefined;
    const run = await (isLast ? ended : running.end("SIGKILL").catch(() => undefined));
    if (isLast && run === undefined) {
      throw new Error(`weft ${args.join(" ")} did not end:\n${running.stdout()}${running.stderr()}`);
    }
    if (run !== undefined) {
      return { ...run, kills: killed };
    }
  }
}

/** Waits until the work has advanced, and at least to the moment; or until it is over. */
export async function waitForProgress(
  progress: () => Promise<number>,
  moment: number,
  isOver: () => boolean,
): Promise<void> {
  const before = await progress();
  for (let done = before; !isOver() && (done <= before || done < moment); done = await progress()) {
    await delay(2);
  }
}

/** So that a kill does not always hit the same part of a step. */
export async function waitWithinStep(torture: Torture): Promise<void> {
  await delay(torture.random() * 30);
}
