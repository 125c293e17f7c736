import type { FastifyRequest } from "fastify";
import type { RequestParty } from "../request-party.ts";
import { isSecureRequest, originOf } from "./request-origin.ts";
import type { RequestFacts } from "./route.ts";

/** Reads from the request only what a handler uses: most use nothing. */
class LazyFacts implements RequestFacts {
  readonly #request: FastifyRequest;

  constructor(request: FastifyRequest) {
    this.#request = request;
  }

  get id(): string {
    return this.#request.id;
  }

  get headers(): FastifyRequest["headers"] {
    return this.#request.headers;
  }

  get address(): string {
    return this.#request.ip;
  }

  get isSecure(): boolean {
    return isSecureRequest(this.#request);
  }

  get origin(): string {
    return originOf(this.#request);
  }

  identify(party: RequestParty): void {
    this.#request.party = party;
  }
}

export function factsOf(request: FastifyRequest): RequestFacts {
  return new LazyFacts(request);
}
