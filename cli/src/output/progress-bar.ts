import type { Terminal } from "../frame/terminal.ts";
import { type ProgressState, progressLine, progressSentence } from "./progress-line.ts";
import { widthOf } from "./safe-text.ts";
import { styleOf } from "./style.ts";

/** Shows progress until the end. */
export interface ProgressDisplay {
  show(state: ProgressState): void;
  /** Clears the bar. */
  end(): void;
}

/** A bar on a terminal, occasional lines in a log, and nothing with --json. */
export function openProgress(terminal: Screen & Pick<Terminal, "isWatched">, isJson: boolean): ProgressDisplay {
  if (terminal.isWatched) return new ProgressBar(terminal);
  return isJson ? { show() {}, end() {} } : new ProgressLog(terminal);
}

const erase = "\r\u001b[J";
/** Readable, and slow enough for a remote terminal. */
const drawEveryMs = 80;

type Screen = Pick<Terminal, "err" | "watchedColumns" | "hasColors" | "onResize">;

/** One line that is redrawn, also when the terminal is resized. */
export class ProgressBar implements ProgressDisplay {
  readonly #terminal: Screen;
  readonly #endResizing: () => void;
  #state: ProgressState | undefined;
  #drawnColumns = 0;
  #drawnAt = 0;

  constructor(terminal: Screen) {
    this.#terminal = terminal;
    this.#endResizing = terminal.onResize(() => this.#draw());
  }

  show(state: ProgressState): void {
    const isSoon = performance.now() - this.#drawnAt < drawEveryMs;
    const isSame = state.label === this.#state?.label && state.share < 1;
    this.#state = state;
    if (!(isSoon && isSame)) this.#draw();
  }

  end(): void {
    this.#endResizing();
    if (this.#state !== undefined) this.#terminal.err(this.#backToStart() + erase);
    this.#state = undefined;
  }

  #draw(): void {
    if (this.#state === undefined) return;
    const columns = this.#terminal.watchedColumns();
    const painted = progressLine(this.#state, columns, styleOf(this.#terminal.hasColors));
    this.#terminal.err(this.#backToStart() + erase + painted);
    this.#drawnColumns = widthOf(progressLine(this.#state, columns, styleOf(false)));
    this.#drawnAt = performance.now();
  }

  /** In a terminal that became narrower, one line may wrap to several. */
  #backToStart(): string {
    const rowsAbove = Math.ceil(this.#drawnColumns / this.#terminal.watchedColumns()) - 1;
    return rowsAbove > 0 ? `\u001b[${rowsAbove}A` : "";
  }
}

const logEveryMs = 5_000;

/** A line for each new phase, and every few seconds. Short work is not reported. */
export class ProgressLog implements ProgressDisplay {
  readonly #terminal: Pick<Terminal, "err">;
  readonly #timer: NodeJS.Timeout;
  #state: ProgressState | undefined;

  constructor(terminal: Pick<Terminal, "err">, everyMs = logEveryMs) {
    this.#terminal = terminal;
    // By a timer and not by updates: a long wait has none.
    this.#timer = setInterval(() => this.#report(), everyMs);
  }

  show(state: ProgressState): void {
    const isOther = this.#state !== undefined && this.#state.label !== state.label;
    this.#state = state;
    if (isOther) {
      this.#report();
      this.#timer.refresh();
    }
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #report(): void {
    if (this.#state !== undefined) this.#terminal.err(`${progressSentence(this.#state)}\n`);
  }
}
