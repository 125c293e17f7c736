import type { Terminal } from "../frame/terminal.ts";
import { type ProgressState, progressLine, progressSentence } from "./progress-line.ts";
import { widthOf } from "./safe-text.ts";
import { styleOf } from "./style.ts";

/** Shows how far something is, until it has ended. */
export interface ProgressDisplay {
  show(state: ProgressState): void;
  /** Nothing of a bar stays behind. */
  end(): void;
}

/** A bar for a person who watches, a line now and then for a log, and nothing for a program. */
export function openProgress(terminal: Screen & Pick<Terminal, "isWatched">, isJson: boolean): ProgressDisplay {
  if (terminal.isWatched) return new ProgressBar(terminal);
  return isJson ? { show() {}, end() {} } : new ProgressLog(terminal);
}

const erase = "\r\u001b[J";
/** Nobody reads faster, and a terminal at the other end of the world must follow. */
const drawEveryMs = 80;

type Screen = Pick<Terminal, "err" | "watchedColumns" | "hasColors" | "onResize">;

/** One line that is drawn again and again, and also when the terminal gets another size. */
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

  /** In a terminal that has become narrower, what was one line may be several by now. */
  #backToStart(): string {
    const rowsAbove = Math.ceil(this.#drawnColumns / this.#terminal.watchedColumns()) - 1;
    return rowsAbove > 0 ? `\u001b[${rowsAbove}A` : "";
  }
}

const logEveryMs = 5_000;

/** A line when something else begins to be done, and every few seconds. What is done by then is told of nowhere. */
export class ProgressLog implements ProgressDisplay {
  readonly #terminal: Pick<Terminal, "err">;
  readonly #timer: NodeJS.Timeout;
  #state: ProgressState | undefined;

  constructor(terminal: Pick<Terminal, "err">, everyMs = logEveryMs) {
    this.#terminal = terminal;
    // By the clock and not by the news: what waits for long has none.
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
