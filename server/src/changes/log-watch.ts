import type { WakeUpBus } from "../platform/database/wake-up-bus.ts";

/** Writers publish the id of the org whose log has grown on this topic, after the commit. */
export const changesTopic = "changes";

/**
 * Wakes a reader when an org's log has grown. A notification that arrives between two waits is kept for the next wait.
 */
export class LogWatch {
  readonly #unsubscribe: () => void;
  #hasGrown = false;
  #wake: () => void = () => {};

  constructor(bus: WakeUpBus, orgId: string) {
    this.#unsubscribe = bus.subscribe(changesTopic, (grown) => {
      // The empty text means that notifications may have been lost.
      if (grown === orgId || grown === "") {
        this.#hasGrown = true;
        this.#wake();
      }
    });
  }

  /** Resolves when the log may have grown, on timeout, or when the signal is aborted. */
  async next(timeoutMs: number, ended: AbortSignal): Promise<void> {
    if (!this.#hasGrown && !ended.aborted) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          ended.removeEventListener("abort", wake);
          resolve();
        };
        const timer = setTimeout(wake, timeoutMs);
        ended.addEventListener("abort", wake);
        this.#wake = wake;
      });
    }
    this.#hasGrown = false;
  }

  close(): void {
    this.#unsubscribe();
    this.#wake();
  }
}
