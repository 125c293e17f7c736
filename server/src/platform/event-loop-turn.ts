const turnMsMax = 5;

/** Long work in short turns: between them other calls are served. */
export class EventLoopTurn {
  #began = performance.now();

  /** Ends the turn if it has lasted long enough. Cheap otherwise. */
  async yieldIfLong(): Promise<void> {
    if (this.isLong) {
      await nextTurn();
      this.#began = performance.now();
    }
  }

  get isLong(): boolean {
    return performance.now() - this.#began >= turnMsMax;
  }
}

// The event loop is one for the whole thread, and so is the line of those who wait for a turn of it.
const waiting: (() => void)[] = [];

/** One turn in each round of the event loop, however much long work there is: a short call waits for one at a time. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) {
      setImmediate(giveTurn);
    }
  });
}

function giveTurn(): void {
  const next = waiting.shift();
  if (waiting.length > 0) {
    // What is set now comes in the next round.
    setImmediate(giveTurn);
  }
  next?.();
}
