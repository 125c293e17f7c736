import { hash, verify } from "@node-rs/argon2";
import { unavailable } from "../platform/errors.ts";
import type { Problem } from "../platform/problem.ts";

const concurrentMax = 2;
const waitingMax = 200;

/**
 * argon2id with the library's parameters (19 MiB, 2 passes). Concurrency is limited: each hash occupies a core for a
 * while.
 */
export class Passwords {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  #decoy: Promise<string> | undefined;

  async hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password));
  }

  /**
   * Without a stored hash, compares with a decoy, so that the response time does not reveal whether an account exists.
   */
  async isRight(password: string, passwordHash: string | null | undefined): Promise<boolean> {
    this.#decoy ??= hash("no account has this password");
    const compared = passwordHash ?? (await this.#decoy);
    const isMatch = await this.#inTurn(() => verify(compared, password));
    return isMatch && passwordHash !== null && passwordHash !== undefined;
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= concurrentMax) {
      if (this.#waiting.length >= waitingMax) {
        throw tooBusy();
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) {
        this.#running -= 1;
      } else {
        next();
      }
    }
  }
}

function tooBusy(): Problem {
  return unavailable("Too many sign-ins are in progress. Retry in a few seconds.", { retryAfterSeconds: 5 });
}
