import { pause } from "../retry.ts";
import { countFittingLines, fittingLine, fittingSubtext } from "./log-lines.ts";

/** What a handler has said and nobody was told yet. */
export interface PendingUpdate {
  readonly logs: string[];
  readonly progress?: number;
  readonly subtext?: string;
}

/** Rejects when the signal has ended it; the news were not taken then. */
type Report = (news: PendingUpdate, closing: AbortSignal) => Promise<void>;

const gapMs = 250;

/** Tells what a handler has to say, one call after the other; what it says meanwhile is gathered for the next. */
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
    void this.#tellOn();
  }

  async progress(percent: number, subtext?: string): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const progress = Math.round(Math.min(100, Math.max(0, percent)));
    this.#unreported = {
      ...this.#unreported,
      // Nobody knows what not a number is in percent.
      ...(Number.isNaN(progress) ? {} : { progress }),
      ...(subtext === undefined ? {} : { subtext: fittingSubtext(subtext) }),
    };
    await this.#tellOn();
  }

  /** Tells no more, and answers what is left for the outcome to tell. */
  async close(): Promise<PendingUpdate> {
    this.#closing.abort();
    await this.#reporting;
    return this.#unreported;
  }

  /** Never rejects. */
  #tellOn(): Promise<void> {
    this.#reporting ??= this.#tellAll().finally(() => {
      this.#reporting = undefined;
    });
    return this.#reporting;
  }

  async #tellAll(): Promise<void> {
    const closing = this.#closing.signal;
    // What is said in one breath is told in one call.
    await Promise.resolve();
    while (!closing.aborted && isNews(this.#unreported)) {
      const news = takeNews(this.#unreported);
      this.#unreported = { logs: this.#unreported.logs };
      try {
        await this.#report(news, closing);
      } catch {
        this.#unreported = { ...news, ...this.#unreported, logs: [...news.logs, ...this.#unreported.logs] };
      }
      if (isNews(this.#unreported)) {
        await pause(gapMs, closing).catch(() => {});
      }
    }
  }
}

/** As much as fits into one call; the lines are taken away from the others. */
export function takeNews({ logs, ...others }: PendingUpdate): PendingUpdate {
  return { ...others, logs: logs.splice(0, countFittingLines(logs)) };
}

function isNews({ logs, ...others }: PendingUpdate): boolean {
  return logs.length > 0 || Object.keys(others).length > 0;
}
