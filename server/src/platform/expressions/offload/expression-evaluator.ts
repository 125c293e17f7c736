import type { JsonValue } from "../../json-value.ts";
import { FairSlots } from "../../threads/fair-slots.ts";
import { WorkThread } from "../../threads/work-thread.ts";
import { ShareOfFuelUsed } from "../expression-error.ts";
import { fuelOfListeners, shareOnThread, timeOnThreadMs } from "../expression-limits.ts";
import {
  type EvaluationOutcome,
  type EvaluationRequest,
  type EvaluationSlice,
  evaluateMetered,
  type MeteredOutcome,
} from "./evaluation-slice.ts";
import { FuelAccount, type FuelLimits } from "./fuel-account.ts";
import type { PortableExpression } from "./portable-expression.ts";
import { sliceOf } from "./slice-of.ts";

const entry = new URL(
  import.meta.url.endsWith(".ts") ? "./expression-thread.ts" : "./expression-thread.js",
  import.meta.url,
);
const memoryMbMax = 128;
// A slice takes milliseconds; starting a thread on a busy machine takes longer.
const silenceSecondsMax = 30;
const waitingMax = 1_000;
const never = new AbortController().signal;

/**
 * Evaluates expressions of tenants without blocking the calling thread: work of a few milliseconds runs here, the rest
 * in a separate thread, slice by slice, in which the orgs take turns.
 */
export class ExpressionEvaluator {
  readonly #thread = new WorkThread<EvaluationSlice, readonly MeteredOutcome[]>({
    entry,
    data: undefined,
    memoryMbMax,
    silenceSecondsMax,
  });
  readonly #turns = new FairSlots({ slots: 1, waitingMax });

  /** The outcomes in the order of the requests, which belong to the listeners of one transaction's events. */
  async evaluate(orgId: string, requests: readonly EvaluationRequest[]): Promise<readonly EvaluationOutcome[]> {
    const outcomes = evaluateHere(requests);
    return outcomes.length === requests.length
      ? outcomes
      : [...outcomes, ...(await this.evaluateInThread(orgId, requests.slice(outcomes.length), fuelOfListeners))];
  }

  /** For evaluations that were found to take too long. */
  async evaluateInThread(
    orgId: string,
    requests: readonly EvaluationRequest[],
    limits: FuelLimits,
  ): Promise<readonly EvaluationOutcome[]> {
    const account = new FuelAccount(limits);
    const outcomes: EvaluationOutcome[] = [];
    while (outcomes.length < requests.length) {
      const refusal = account.refusalOf(requests[outcomes.length]?.group ?? 0);
      if (refusal !== undefined) {
        outcomes.push({ refusal });
      } else {
        const rest = requests.slice(outcomes.length);
        const slice = await this.#evaluateSlice(orgId, sliceOf(rest));
        outcomes.push(...slice.map((outcome, index) => account.charge(rest[index]?.group ?? 0, outcome)));
      }
    }
    return outcomes;
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  async #evaluateSlice(orgId: string, slice: EvaluationSlice): Promise<readonly MeteredOutcome[]> {
    await this.#turns.take(orgId, never);
    try {
      return await this.#thread.run(slice, never);
    } finally {
      this.#turns.release(orgId);
    }
  }
}

/** The first of them, until the time or the fuel of this thread is used. */
function evaluateHere(requests: readonly EvaluationRequest[]): EvaluationOutcome[] {
  const end = performance.now() + timeOnThreadMs;
  const outcomes: EvaluationOutcome[] = [];
  for (const { expression, document } of requests) {
    const outcome = performance.now() > end ? undefined : tryHere(expression, document);
    if (outcome === undefined) {
      break;
    }
    outcomes.push(outcome);
  }
  return outcomes;
}

/** Undefined if it takes more than this thread allows. */
export function tryHere(expression: PortableExpression, document: JsonValue): EvaluationOutcome | undefined {
  try {
    return evaluateMetered(expression, document, shareOnThread);
  } catch (error) {
    if (error instanceof ShareOfFuelUsed) {
      return undefined;
    }
    throw error;
  }
}
