import { NearestName } from "../../platform/expressions/names/nearest-name.ts";

/**
 * Finds the most likely intended name: first one that differs only in case and punctuation, then one with few typos.
 */
export class NearestColumn {
  readonly #byLetters: ReadonlyMap<string, string>;
  readonly #nearest: NearestName;

  constructor(names: readonly string[]) {
    // Reversed, so that the first of several names with the same letters wins.
    this.#byLetters = new Map(names.toReversed().map((name) => [lettersOf(name), name]));
    this.#nearest = new NearestName(names);
  }

  find(name: string): string | undefined {
    const letters = lettersOf(name);
    return (letters === "" ? undefined : this.#byLetters.get(letters)) ?? this.#nearest.find(name);
  }
}

/** The same for Style_Name, style name and styleName. */
function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
