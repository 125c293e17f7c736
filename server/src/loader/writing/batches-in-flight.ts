/** A write in progress, with the keys of the entities that it touches. */
interface Flight {
  readonly keys: ReadonlySet<string>;
  readonly landing: Promise<void>;
}

/**
 * Writes batches concurrently: while the database writes one, the next is planned. Batches that touch the same entity
 * wait for each other. The first error is thrown to the caller that adds the next batch or waits for the last.
 */
export class BatchesInFlight {
  readonly #flightsMax: number;
  readonly #flights = new Set<Flight>();
  #error: { readonly error: unknown } | undefined;

  constructor(flightsMax: number) {
    this.#flightsMax = flightsMax;
  }

  async add(keys: readonly string[], write: () => Promise<void>): Promise<void> {
    for (;;) {
      this.#throwError();
      const inTheWay = [...this.#flights].filter((flight) => keys.some((key) => flight.keys.has(key)));
      if (inTheWay.length === 0 && this.#flights.size < this.#flightsMax) {
        break;
      }
      await Promise.race([...(inTheWay.length > 0 ? inTheWay : this.#flights)].map(({ landing }) => landing));
    }
    const landing = write().catch((error: unknown) => {
      this.#error ??= { error };
    });
    const flight = { keys: new Set(keys), landing };
    this.#flights.add(flight);
    void landing.then(() => this.#flights.delete(flight));
  }

  /** Resolves when all have ended, even if one has failed. */
  async settle(): Promise<void> {
    await Promise.all([...this.#flights].map(({ landing }) => landing));
    this.#throwError();
  }

  #throwError(): void {
    if (this.#error !== undefined) {
      throw this.#error.error;
    }
  }
}
