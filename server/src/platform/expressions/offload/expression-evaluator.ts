import type { JsonValue } from "../../json-value.ts";
import { FairSlots } from "../../threads/fair-slots.ts";
import { threadEntry, WorkThread } from "../../threads/work-thread.ts";
import { FuelShareError } from "../expression-error.ts";
import { fuelOfListeners, shareOnThread, timeOnThreadMs } from "../expression-limits.ts";
import {
  type EvaluationOutcome,
  type EvaluationRequest,
  type EvaluationSlice,
  evaluateMetered,
  type MeteredOutcome,
  sliceOf,
} from "./evaluation-slice.ts";
import type { PortableExpression } from "./portable-expression.ts";

const entry = threadEntry("./expression-thread.ts", import.meta.url);
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
    if (error instanceof FuelShareError) {
      return undefined;
    }
    throw error;
  }
}

/** In evaluations that use a whole limit. */
interface FuelLimits {
  /** Per group, such as the evaluations for one event. */
  readonly groupMax: number;
  /** Per transaction. */
  readonly totalMax: number;
}

/**
 * The fuel used by the evaluations of one transaction. Counted in fuel, not in time, so that a busy machine changes
 * nothing.
 */
class FuelAccount {
  readonly #limits: FuelLimits;
  readonly #byGroup = new Map<number, number>();
  #total = 0;

  constructor(limits: FuelLimits) {
    this.#limits = limits;
  }

  /** Why nothing more is evaluated for the group. */
  refusalOf(group: number): string | undefined {
    if (this.#total > this.#limits.totalMax) {
      return "The expressions of one transaction took too many steps. Simplify them, or write fewer entities at a time.";
    }
    if ((this.#byGroup.get(group) ?? 0) > this.#limits.groupMax) {
      return "The expressions for one event took too many steps. Simplify them, or let fewer of them listen to it.";
    }
    return undefined;
  }

  /** The outcome, unless an earlier one has used all fuel. */
  charge(group: number, { fuelUsed, ...outcome }: MeteredOutcome): EvaluationOutcome {
    const refusal = this.refusalOf(group);
    if (refusal !== undefined) {
      return { refusal };
    }
    this.#total += fuelUsed;
    this.#byGroup.set(group, (this.#byGroup.get(group) ?? 0) + fuelUsed);
    return outcome;
  }
}
