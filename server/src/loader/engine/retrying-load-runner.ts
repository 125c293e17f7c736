import { setTimeout as delay } from "node:timers/promises";
import { errorNameOf } from "../../platform/threads/thread-error.ts";
import type { LoadAddress } from "../load.ts";
import type { LoadServices } from "../load-services.ts";
import type { LoadWork } from "./do-load-work.ts";
import { abandonLoad, giveUpUndo } from "./give-up-load.ts";
import { handOverLoadWork, type LoadRunner } from "./load-jobs.ts";

/** Does the work, here or in a thread. */
export type Execute = (work: LoadWork, stopping: AbortSignal) => Promise<void>;

interface PatientLoadRunnerOptions {
  readonly services: LoadServices;
  readonly execute: Execute;
  /** Does the work where it can disturb no other. */
  readonly executeAlone: Execute;
  readonly onError: (error: unknown, address: LoadAddress) => void;
}

// Errors that come out of a thread have lost their class.
const outages: ReadonlySet<string> = new Set(["Problem unavailable", "Problem outcome-unknown"]);
const attemptsMax = 3;
const pauseMs = 1_000;
const patienceMs = 30 * 60_000;

type Outcome = { readonly kind: "done" | "stopped" } | { readonly kind: "failed"; readonly error: unknown };

/**
 * Runs loads, and again when something is away: a load continues from its last batch when the database is back. One that
 * fails for another reason three times ends as failed, so that its user learns of it.
 */
export class RetryingLoadRunner implements LoadRunner {
  readonly #options: PatientLoadRunnerOptions;

  constructor(options: PatientLoadRunnerOptions) {
    this.#options = options;
  }

  async run(address: LoadAddress, stopping: AbortSignal): Promise<void> {
    const outcome = await this.#work({ verb: "run", address }, stopping);
    if (outcome.kind === "failed") {
      await abandonLoad(this.#options.services, address, outcome.error);
    }
  }

  async undo(address: LoadAddress, stopping: AbortSignal): Promise<void> {
    const outcome = await this.#work({ verb: "undo", address }, stopping);
    if (outcome.kind === "failed") {
      await giveUpUndo(this.#options.services, address, outcome.error);
    }
  }

  async #work(work: LoadWork, stopping: AbortSignal): Promise<Outcome> {
    const outcome = await this.#attempt(work, stopping);
    if (outcome.kind === "stopped") {
      const { services } = this.#options;
      await services.db.transaction((tx) => handOverLoadWork(services, tx, work));
    }
    return outcome;
  }

  /** Tries until it is done, and answers the fault that is left after the last attempt. */
  async #attempt(work: LoadWork, stopping: AbortSignal): Promise<Outcome> {
    const { execute, executeAlone, onError } = this.#options;
    const patientUntil = Date.now() + patienceMs;
    for (let attempt = 1; ; ) {
      try {
        // Whatever has failed might fail because of another load, or take others with it.
        await (attempt === 1 ? execute : executeAlone)(work, stopping);
        return { kind: "done" };
      } catch (error) {
        if (stopping.aborted) {
          return { kind: "stopped" };
        }
        onError(error, work.address);
        requireOwn(error);
        const isAway = outages.has(errorNameOf(error)) && Date.now() < patientUntil;
        attempt += isAway ? 0 : 1;
        if (attempt > attemptsMax) {
          return { kind: "failed", error };
        }
        await delay(pauseMs, undefined, { signal: stopping }).catch(() => {});
      }
    }
  }
}

/** A job that throws is left to whoever holds it now; one that returns would be taken away from them. */
function requireOwn(error: unknown): void {
  if (errorNameOf(error) === "LoadLeaseLostError") {
    throw error;
  }
}
