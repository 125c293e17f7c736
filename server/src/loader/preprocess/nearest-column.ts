import { NearestName } from "../../platform/expressions/names/nearest-name.ts";

/** Finds the name that was most likely meant: first one that differs only in case and signs, then one with few typos. */
export class NearestColumn {
  readonly #byLetters: ReadonlyMap<string, string>;
  readonly #nearest: NearestName;

  constructor(names: readonly string[]) {
    // Turned round, so that the first of several with the same letters stays.
    this.#byLetters = new Map(names.toReversed().map((name) => [lettersOf(name), name]));
    this.#nearest = new NearestName(names);
  }

  find(name: string): string | undefined {
    const letters = lettersOf(name);
    return (letters === "" ? undefined : this.#byLetters.get(letters)) ?? this.#nearest.find(name);
  }
}

/** Style_Name, style name and styleName have the same. */
function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
