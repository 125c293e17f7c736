import type { PostgresDatabase } from "../../platform/database/database.ts";
import type { WakeUpBus } from "../../platform/database/wake-up-bus.ts";
import { loadsTopic, type Phase, type Progress } from "../load.ts";
import { LoadCanceledError, LoadInterruptedError, LoadLeaseLostError } from "../load-errors.ts";
import { saveProgress } from "../load-store.ts";

const saveEveryMs = 500;
// The first pass takes about a third of the time of a load.
const checkingPercent = 35;
// The first rows of a phase may be reported after a millisecond, which says nothing of the speed.
const secondsMin = 1;

interface MeterOptions {
  readonly db: PostgresDatabase;
  readonly bus: WakeUpBus;
  readonly orgId: string;
  readonly loadId: string;
  /** The claim of the measured run. */
  readonly claim: string;
  readonly stopping: AbortSignal;
}

/** Reports the progress of a load to users, and cancellation to the load. */
export class ProgressMeter {
  readonly #options: MeterOptions;
  #phase: Phase = "checking";
  #phaseBegan = performance.now();
  #rowsTotal = 0;
  #rowsDone = 0;
  #rowsBefore = 0;
  #share = 0;
  #saved = 0;
  #isCancelAsked = false;

  constructor(options: MeterOptions) {
    this.#options = options;
  }

  /** From here on rows count for the next phase. Rows that another node has already done do not count for its speed. */
  begin(phase: Phase, rowsTotal: number, rowsDone = 0): void {
    this.#phase = phase;
    this.#phaseBegan = performance.now();
    this.#rowsTotal = rowsTotal;
    this.#rowsDone = rowsDone;
    this.#rowsBefore = rowsDone;
    this.#share = 0;
    // The first rows are reported at once: the next ones may take long.
    this.#saved = Number.NEGATIVE_INFINITY;
  }

  /** Cancellation was requested: work in progress is finished, and nothing more is started. */
  endSoon(): void {
    this.#isCancelAsked = true;
  }

  /** share is the completed fraction of the phase, used when the total is unknown. */
  async advance(rows: number, share?: number): Promise<void> {
    this.#rowsDone += rows;
    this.#share = share ?? (this.#rowsTotal === 0 ? 1 : this.#rowsDone / this.#rowsTotal);
    this.#requireToGoOn();
    if (performance.now() - this.#saved >= saveEveryMs) {
      this.#saved = performance.now();
      await this.save();
    }
  }

  async save(): Promise<void> {
    const { db, bus, orgId, loadId, claim } = this.#options;
    this.#requireToGoOn();
    const isCancelAsked = await saveProgress(db, orgId, loadId, { claim, progress: this.current() });
    if (isCancelAsked === undefined) {
      throw new LoadLeaseLostError("the load has ended elsewhere");
    }
    if (isCancelAsked) {
      this.endSoon();
      this.#requireToGoOn();
    }
    bus.publish(loadsTopic, loadId);
  }

  current(): Progress {
    const seconds = Math.max(0.001, (performance.now() - this.#phaseBegan) / 1_000);
    const share = Math.min(1, this.#share);
    const isChecking = this.#phase === "checking";
    const percent = isChecking ? share * checkingPercent : checkingPercent + share * (100 - checkingPercent);
    const secondsOfPhase = share === 0 ? 0 : seconds / share;
    const rest = secondsOfPhase * (1 - share) + (isChecking ? secondsOfPhase * (100 / checkingPercent - 1) : 0);
    return {
      phase: this.#phase,
      rowsTotal: this.#rowsTotal,
      rowsDone: this.#rowsDone,
      rowsPerSecond: Math.round((this.#rowsDone - this.#rowsBefore) / Math.max(seconds, secondsMin)),
      percent: this.#phase === "done" ? 100 : Math.min(99, Math.floor(percent)),
      etaSeconds: this.#phase === "done" ? 0 : Math.ceil(rest),
    };
  }

  #requireToGoOn(): void {
    if (this.#options.stopping.aborted) {
      throw new LoadInterruptedError("the node stops");
    }
    if (this.#isCancelAsked) {
      throw new LoadCanceledError("cancellation was requested");
    }
  }
}
