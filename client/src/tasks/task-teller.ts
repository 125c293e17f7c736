import { pause } from "../retry.ts";
import { countFittingLines, fittingLine, fittingSubtext } from "./log-lines.ts";

/** What a handler has said and nobody was told yet. */
export interface UntoldNews {
  readonly logs: string[];
  readonly progress?: number;
  readonly subtext?: string;
}

/** Rejects when the signal has ended it; the news were not taken then. */
type Tell = (news: UntoldNews, closing: AbortSignal) => Promise<void>;

const gapMs = 250;

/** Tells what a handler has to say, one call after the other; what it says meanwhile is gathered for the next. */
export class TaskTeller {
  readonly #tell: Tell;
  readonly #closing = new AbortController();
  #untold: UntoldNews = { logs: [] };
  #telling: Promise<void> | undefined;

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  log(line: string): void {
    if (this.#closing.signal.aborted) return;
    this.#untold.logs.push(fittingLine(line));
    void this.#tellOn();
  }

  async progress(percent: number, subtext?: string): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const progress = Math.round(Math.min(100, Math.max(0, percent)));
    this.#untold = {
      ...this.#untold,
      // Nobody knows what not a number is in percent.
      ...(Number.isNaN(progress) ? {} : { progress }),
      ...(subtext === undefined ? {} : { subtext: fittingSubtext(subtext) }),
    };
    await this.#tellOn();
  }

  /** Tells no more, and answers what is left for the outcome to tell. */
  async close(): Promise<UntoldNews> {
    this.#closing.abort();
    await this.#telling;
    return this.#untold;
  }

  /** Never rejects. */
  #tellOn(): Promise<void> {
    this.#telling ??= this.#tellAll().finally(() => {
      this.#telling = undefined;
    });
    return this.#telling;
  }

  async #tellAll(): Promise<void> {
    const closing = this.#closing.signal;
    // What is said in one breath is told in one call.
    await Promise.resolve();
    while (!closing.aborted && isNews(this.#untold)) {
      const news = takeNews(this.#untold);
      this.#untold = { logs: this.#untold.logs };
      try {
        await this.#tell(news, closing);
      } catch {
        this.#untold = { ...news, ...this.#untold, logs: [...news.logs, ...this.#untold.logs] };
      }
      if (isNews(this.#untold)) {
        await pause(gapMs, closing).catch(() => {});
      }
    }
  }
}

/** As much as fits into one call; the lines are taken away from the others. */
export function takeNews({ logs, ...others }: UntoldNews): UntoldNews {
  return { ...others, logs: logs.splice(0, countFittingLines(logs)) };
}

function isNews({ logs, ...others }: UntoldNews): boolean {
  return logs.length > 0 || Object.keys(others).length > 0;
}
