import { EvaluationError, FuelShareError } from "./expression-error.ts";
import {
  charactersMadeMax,
  charactersScannedMax,
  freeScanLength,
  listLengthMax,
  stepsMax,
  textLengthMax,
} from "./expression-limits.ts";

/** Counts the fuel that several evaluations use together. */
export interface FuelMeter {
  /** The fraction of the whole fuel that each evaluation gets: 1, or less if an evaluation must be short. */
  readonly share: number;
  /** 1 is what a single evaluation may use of steps, of characters created, or of characters scanned. */
  used: number;
}

/** What one evaluation may still use. Anything that takes time or memory is charged before it is done. */
export class Fuel {
  readonly #share: number;
  #steps = 0;
  #made = 0;
  #scanned = 0;

  constructor(share = 1) {
    this.#share = share;
  }

  get used(): number {
    return this.#steps / stepsMax + this.#made / charactersMadeMax + this.#scanned / charactersScannedMax;
  }

  step(count = 1): void {
    this.#steps += count;
    if (this.#steps > stepsMax * this.#share) {
      this.#requireWhole();
      throw new EvaluationError(`The expression took more than ${stepsMax} steps; use shorter lists.`);
    }
  }

  scan(characters: number): void {
    this.#scanned += characters;
    if (this.#scanned > charactersScannedMax * this.#share) {
      this.#requireWhole();
      throw new EvaluationError(
        `The expression searched more than ${charactersScannedMax} characters; use shorter text.`,
      );
    }
  }

  /** For operations that scan a whole text, such as a conversion or a comparison. */
  scanLong(characters: number): void {
    if (characters > freeScanLength) this.scan(characters);
  }

  /** Called while a text grows. */
  fit(length: number): void {
    if (length > textLengthMax) {
      throw new EvaluationError(`A text would be longer than ${textLengthMax} characters; shorten it.`);
    }
  }

  /** Called before a text of known length is created. */
  reserve(length: number): void {
    this.fit(length);
    this.spend(length);
  }

  /** For several texts that are created at once. */
  spend(characters: number): void {
    this.#made += characters;
    if (this.#made > charactersMadeMax * this.#share) {
      this.#requireWhole();
      throw new EvaluationError(
        `The expression created more than ${charactersMadeMax} characters of text; use shorter text.`,
      );
    }
  }

  make(text: string): string {
    this.reserve(text.length);
    return text;
  }

  /** Called while a list grows. */
  fitList(length: number): void {
    if (length > listLengthMax) {
      throw new EvaluationError(`A list would have more than ${listLengthMax} entries; shorten it.`);
    }
  }

  /** For a list that is created or traversed. */
  list(length: number): void {
    this.fitList(length);
    this.step(length);
  }

  #requireWhole(): void {
    if (this.#share < 1) {
      throw new FuelShareError();
    }
  }
}
