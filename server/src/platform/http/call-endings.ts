import type { FastifyReply } from "fastify";

/** Tells calls that wait for something when there is nobody left to answer, or no time. */
export class CallEndings {
  readonly #waiting = new Set<AbortController>();
  #isStopping = false;

  endingOf(reply: FastifyReply): AbortSignal {
    const ending = new AbortController();
    if (this.#isStopping) {
      ending.abort();
      return ending.signal;
    }
    this.#waiting.add(ending);
    // Also comes when the call was answered, so nothing is kept. A request's own closing comes with its last byte.
    reply.raw.once("close", () => {
      this.#waiting.delete(ending);
      ending.abort();
    });
    return ending.signal;
  }

  /** The service stops: it will not go before all calls are answered. */
  endAll(): void {
    this.#isStopping = true;
    for (const ending of this.#waiting) {
      ending.abort();
    }
  }
}

/** Aborted when the caller is gone. Not when the service stops: a call that only needs its turn is still answered. */
export function leavingOf(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  reply.raw.once("close", () => leaving.abort());
  return leaving.signal;
}
