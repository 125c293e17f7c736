import type { EntityName } from "@weft/client";

/** Finds many names at once; ids that are not found, or may not be read, are absent. */
export type FindNames = (entityName: EntityName, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

const idsMax = 500;

/** The names of referenced entities. Each id is requested once, together with all others wanted at the moment. */
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

  /** Incremented when names have been loaded. */
  readonly revision = (): number => this.#revision;

  readonly nameOf = (id: string): string | undefined => this.#names.get(id);

  /** Requests the unknown ones. */
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

  /** Names that are already known from elsewhere, such as a search. */
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

  /** On an error the cells keep showing ids: names are optional, and no reason for a message. */
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
