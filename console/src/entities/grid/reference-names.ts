import type { EntityName } from "@weft/client";

/** Finds the names of many at once; whoever is not found, or may not be read, is absent. */
export type FindNames = (entityName: EntityName, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

const idsMax = 500;

/** The names of what cells refer to. Each id is asked for once, together with all others that are wanted at the moment. */
export class ReferenceNames {
  readonly #findNames: FindNames;
  readonly #names = new Map<string, string>();
  readonly #asked = new Set<string>();
  readonly #waiting = new Map<EntityName, string[]>();
  readonly #listeners = new Set<() => void>();
  #isScheduled = false;
  #revision = 0;

  constructor(findNames: FindNames) {
    this.#findNames = findNames;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Grows whenever names have come. */
  readonly revision = (): number => this.#revision;

  readonly nameOf = (id: string): string | undefined => this.#names.get(id);

  /** Asks for those that are not known yet. */
  want(entityName: EntityName, ids: readonly string[]): void {
    const fresh = ids.filter((id) => !this.#asked.has(id));
    if (fresh.length === 0) return;
    for (const id of fresh) this.#asked.add(id);
    this.#waiting.set(entityName, [...(this.#waiting.get(entityName) ?? []), ...new Set(fresh)]);
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      queueMicrotask(() => void this.#ask());
    }
  }

  /** Names that somebody has just seen elsewhere, such as in a search. */
  learn(names: ReadonlyMap<string, string>): void {
    for (const [id, name] of names) {
      this.#names.set(id, name);
      this.#asked.add(id);
    }
    this.#report();
  }

  async #ask(): Promise<void> {
    this.#isScheduled = false;
    const asked = [...this.#waiting];
    this.#waiting.clear();
    await Promise.all(
      asked.flatMap(([entityName, ids]) => chunksOf(ids).map((chunk) => this.#askFor(entityName, chunk))),
    );
  }

  /** Without an answer the cells go on showing ids: a name is a help, and no reason to disturb anybody. */
  async #askFor(entityName: EntityName, ids: readonly string[]): Promise<void> {
    const names = await this.#findNames(entityName, ids).catch(() => undefined);
    if (names !== undefined) this.learn(names);
  }

  #report(): void {
    this.#revision += 1;
    for (const listener of this.#listeners) listener();
  }
}

function chunksOf(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / idsMax);
  return Array.from({ length: count }, (_, chunk) => ids.slice(chunk * idsMax, (chunk + 1) * idsMax));
}
