const turnMsMax = 5;

/** Long work in short turns: other calls are served in between. */
export class EventLoopTurn {
  #began = performance.now();

  /** Ends the turn if it has lasted long enough; cheap otherwise. */
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

// A thread has one event loop, and therefore one queue for its turns.
const waiting: (() => void)[] = [];

/** One turn per round of the event loop, however much long work there is: a short call waits for one at a time. */
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
    // Runs in the next round.
    setImmediate(giveTurn);
  }
  next?.();
}
