interface OutageLogger {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** One line when something that the node needs becomes unavailable, and one when it is back. */
export class OutageLog {
  readonly #log: OutageLogger;
  readonly #subject: string;
  #lostAt: number | undefined;

  /** The subject begins both lines, as in "database". */
  constructor(log: OutageLogger, subject: string) {
    this.#log = log;
    this.#subject = subject;
  }

  lost(err?: unknown): void {
    if (this.#lostAt === undefined) {
      this.#lostAt = performance.now();
      this.#log.error(err === undefined ? {} : { err }, `${this.#subject} lost`);
    }
  }

  available(): void {
    if (this.#lostAt !== undefined) {
      const ms = Math.round(performance.now() - this.#lostAt);
      this.#lostAt = undefined;
      this.#log.info({ ms }, `${this.#subject} reconnected`);
    }
  }
}
