import type { Weft } from "@weft/client";
import { useEffect, useSyncExternalStore } from "react";
import { mayDo, useSession } from "../../session/session.ts";

/** What is needed to show a file as a picture. */
export interface FileFacts {
  /** Part of the address of a thumbnail, which the browser then keeps for good. */
  readonly version: string;
  /** Shown until the picture is there. */
  readonly color: string | undefined;
  /** False if the service cannot show the file. */
  readonly isShown: boolean;
}

/** Finds many files at once; those that are not found, or may not be read, are absent. */
export type FindFiles = (ids: readonly string[]) => Promise<ReadonlyMap<string, FileFacts>>;

const idsMax = 100;
const unknownFile: FileFacts = { version: "", color: undefined, isShown: false };

/** The facts of files. Each id is requested once, together with all others wanted at the moment. */
export class KnownFiles {
  readonly #findFiles: FindFiles;
  readonly #facts = new Map<string, FileFacts>();
  readonly #asked = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #waiting: string[] = [];

  constructor(findFiles: FindFiles) {
    this.#findFiles = findFiles;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Undefined until it is known. */
  of(id: string): FileFacts | undefined {
    return this.#facts.get(id);
  }

  want(id: string): void {
    if (this.#asked.has(id)) return;
    this.#asked.add(id);
    if (this.#waiting.length === 0) queueMicrotask(() => this.#ask());
    this.#waiting.push(id);
  }

  #ask(): void {
    const ids = this.#waiting;
    this.#waiting = [];
    for (let first = 0; first < ids.length; first += idsMax) void this.#askFor(ids.slice(first, first + idsMax));
  }

  /** After an error the files are wanted again when they are shown again. */
  async #askFor(ids: readonly string[]): Promise<void> {
    const found = await this.#findFiles(ids).catch(() => undefined);
    for (const id of ids) {
      if (found === undefined) this.#asked.delete(id);
      this.#facts.set(id, found?.get(id) ?? unknownFile);
    }
    for (const listener of this.#listeners) listener();
  }
}

const filesOf = new WeakMap<Weft, KnownFiles>();

/** Undefined until they are known. */
export function useFileFacts(id: string): FileFacts | undefined {
  const { weft, who } = useSession();
  const isReadable = mayDo(who, "read", "file");
  const known = filesOf.get(weft) ?? new KnownFiles((ids) => findFiles(weft, ids));
  filesOf.set(weft, known);
  useEffect(() => {
    if (isReadable) known.want(id);
  }, [known, id, isReadable]);
  const facts = useSyncExternalStore(known.subscribe, () => known.of(id));
  return isReadable ? facts : unknownFile;
}

async function findFiles(weft: Weft, ids: readonly string[]): Promise<ReadonlyMap<string, FileFacts>> {
  const { results } = await weft.files.list({ criteria: { id: { in: [...ids] } }, limit: idsMax });
  return new Map(
    results.map(({ id, sha256 = "", dominantColor, pictureStatus }) => [
      id,
      {
        version: sha256.slice(0, versionLength),
        color: dominantColor,
        isShown: pictureStatus === "ready" || pictureStatus === "pending",
      },
    ]),
  );
}

const versionLength = 16;
