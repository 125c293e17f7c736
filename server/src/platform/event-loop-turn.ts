const turnMsMax = 10;

/** Long work in short turns: between them other calls are served. */
export class EventLoopTurn {
  #began = performance.now();

  /** Ends the turn if it has lasted long enough. Cheap otherwise. */
  async yieldIfLong(): Promise<void> {
    if (this.isLong) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      this.#began = performance.now();
    }
  }

  get isLong(): boolean {
    return performance.now() - this.#began >= turnMsMax;
  }
}
