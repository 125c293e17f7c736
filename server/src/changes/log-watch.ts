import type { WakeUpBus } from "../platform/database/wake-up-bus.ts";

/** On this topic writers tell the id of the org whose log has grown, after the commit. */
export const changesTopic = "changes";

/** Wakes a reader when an org's log has grown. A hint that comes while nobody waits is kept for the next wait. */
export class LogWatch {
  readonly #unsubscribe: () => void;
  #hasGrown = false;
  #wake: () => void = () => {};

  constructor(bus: WakeUpBus, orgId: string) {
    this.#unsubscribe = bus.subscribe(changesTopic, (grown) => {
      // The empty text says that hints may have been lost.
      if (grown === orgId || grown === "") {
        this.#hasGrown = true;
        this.#wake();
      }
    });
  }

  /** Answered when the log may have grown, and at the latest after the time, or when nobody waits any more. */
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
