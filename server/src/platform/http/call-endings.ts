import type { FastifyReply } from "fastify";

/** Signals waiting calls when the client has disconnected or the service stops. */
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
    // Also emitted after the response, so nothing leaks. The request's own close is emitted with its last byte.
    reply.raw.once("close", () => {
      this.#waiting.delete(ending);
      ending.abort();
    });
    return ending.signal;
  }

  /** The service stops: it waits until all calls are answered. */
  endAll(): void {
    this.#isStopping = true;
    for (const ending of this.#waiting) {
      ending.abort();
    }
  }
}

/**
 * Aborted when the client has disconnected. Not when the service stops: a call that only waits for its turn is still
 * answered.
 */
export function leavingOf(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  reply.raw.once("close", () => leaving.abort());
  return leaving.signal;
}
