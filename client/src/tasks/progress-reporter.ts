import { pause } from "../retry.ts";
import { countFittingLines, fittingLine, fittingSubtext } from "./log-lines.ts";

/** Updates of a handler that are not sent yet. */
export interface PendingUpdate {
  readonly logs: string[];
  readonly progress?: number;
  readonly subtext?: string;
}

/** Rejects if the signal aborted it; the updates were not accepted then. */
type Report = (update: PendingUpdate, closing: AbortSignal) => Promise<void>;

const gapMs = 250;

/** Sends the updates of a handler, one call at a time; updates in the meantime are batched for the next call. */
export class ProgressReporter {
  readonly #report: Report;
  readonly #closing = new AbortController();
  #unreported: PendingUpdate = { logs: [] };
  #reporting: Promise<void> | undefined;

  constructor(report: Report) {
    this.#report = report;
  }

  log(line: string): void {
    if (this.#closing.signal.aborted) return;
    this.#unreported.logs.push(fittingLine(line));
    void this.#reportPending();
  }

  async progress(percent: number, subtext?: string): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const progress = Math.round(Math.min(100, Math.max(0, percent)));
    this.#unreported = {
      ...this.#unreported,
      // NaN is not a percentage.
      ...(Number.isNaN(progress) ? {} : { progress }),
      ...(subtext === undefined ? {} : { subtext: fittingSubtext(subtext) }),
    };
    await this.#reportPending();
  }

  /** Stops sending, and returns the updates left for the outcome. */
  async close(): Promise<PendingUpdate> {
    this.#closing.abort();
    await this.#reporting;
    return this.#unreported;
  }

  /** Never rejects. */
  #reportPending(): Promise<void> {
    this.#reporting ??= this.#reportAll().finally(() => {
      this.#reporting = undefined;
    });
    return this.#reporting;
  }

  async #reportAll(): Promise<void> {
    const closing = this.#closing.signal;
    // Updates in the same turn are sent in one call.
    await Promise.resolve();
    while (!closing.aborted && hasUpdate(this.#unreported)) {
      const update = takeUpdate(this.#unreported);
      this.#unreported = { logs: this.#unreported.logs };
      try {
        await this.#report(update, closing);
      } catch {
        this.#unreported = { ...update, ...this.#unreported, logs: [...update.logs, ...this.#unreported.logs] };
      }
      if (hasUpdate(this.#unreported)) {
        await pause(gapMs, closing).catch(() => {});
      }
    }
  }
}

/** As much as fits into one call; the lines are removed from the queue. */
export function takeUpdate({ logs, ...others }: PendingUpdate): PendingUpdate {
  return { ...others, logs: logs.splice(0, countFittingLines(logs)) };
}

function hasUpdate({ logs, ...others }: PendingUpdate): boolean {
  return logs.length > 0 || Object.keys(others).length > 0;
}
