import type { EvaluationOutcome, MeteredOutcome } from "./evaluation-slice.ts";

/** In evaluations that use a whole limit. */
export interface FuelLimits {
  /** Per group, such as the evaluations for one event. */
  readonly groupMax: number;
  /** Per transaction. */
  readonly totalMax: number;
}

/**
 * The fuel used by the evaluations of one transaction. Counted in fuel, not in time, so that a busy machine changes
 * nothing.
 */
export class FuelAccount {
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
